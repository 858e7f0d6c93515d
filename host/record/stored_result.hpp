/// Looks into a results file without computing anything.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/statistics/summary.hpp"

namespace fairslot {

/// True where `path` holds a finished run of the scenario with this hash under these policies, in
/// today's format and with today's numbers. Any other file, or none: false.
bool same_complete_result(std::string const& path, std::string const& hash,
                          std::vector<std::string> const& policies);

/// The stored summary, as finish() returned it. Throws std::runtime_error for any other file.
Summary read_summary(std::string const& path);

}  // namespace fairslot
