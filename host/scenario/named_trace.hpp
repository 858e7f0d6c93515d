/// The trace that a value names.
#pragma once

#include <memory>
#include <string>

#include "host/scenario/document.hpp"
#include "host/traces/trace.hpp"

namespace fairslot::scenario {

/// `name` lies beside the file of the place. Throws KeyError, also where there is no such file.
std::shared_ptr<traces::Trace const> named_trace(Place const& place, std::string const& key,
                                                 std::string const& name);

}  // namespace fairslot::scenario
