/// What `fairslot bench --verbose` adds to a row.
#pragma once

#include <string>
#include <vector>

#include "host/bench/measure.hpp"

namespace fairslot::bench {

/// A line each, without an end: what the engine chose for the case, its memory, its device.
std::vector<std::string> engine_details(Measured const&, MeasureSettings const&);

}  // namespace fairslot::bench
