/// A results file, open, its format known and its parts consistent.
#pragma once

#include <functional>
#include <string>

#include "host/record/consistency.hpp"

namespace fairslot::record {

/// Throws InputError, one line, for what is no results file, damaged or held by another program.
void look_into_results(std::string const& path, std::function<void(StoredFile const&)> const& body);

}  // namespace fairslot::record
