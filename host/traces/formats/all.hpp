/// A format each, as its file has it.
#pragma once

#include "host/traces/format.hpp"

namespace fairslot::traces::formats {

extern Format const alibaba2017, alibaba2018, openb, dlrm2025, google2011, swf, sacct, kubectl;

}  // namespace fairslot::traces::formats
