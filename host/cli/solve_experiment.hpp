/// `fairslot solve` of a file that says `experiment = "..."`.
#pragma once

#include <string>
#include <vector>

#include "host/cli/commands.hpp"

namespace fairslot::cli {

bool is_experiment(std::string const& path);
[[nodiscard]] ExitCode solve_experiment(SolveOptions const& options, std::string const& path);
/// `solve slot_ratios TRACE.h5`: the experiment of this name without a file of its own.
[[nodiscard]] ExitCode solve_slot_ratios(SolveOptions const& options,
                                         std::vector<std::string> const& paths);

}  // namespace fairslot::cli
