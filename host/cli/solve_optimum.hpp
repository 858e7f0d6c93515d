/// `fairslot solve optimum`: how far schedulers of whole tasks are from the best schedule.
#pragma once

#include <string>
#include <vector>

#include "host/cli/commands.hpp"

namespace fairslot::cli {

[[nodiscard]] ExitCode solve_optimum(SolveOptions const& options,
                                     std::vector<std::string> const& paths);

}  // namespace fairslot::cli
