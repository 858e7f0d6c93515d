/// `fairslot solve` of a file that says `experiment = "..."`.
#pragma once

#include <string>

#include "host/cli/commands.hpp"

namespace fairslot::cli {

bool is_experiment(std::string const& path);
[[nodiscard]] ExitCode solve_experiment(SolveOptions const& options, std::string const& path);

}  // namespace fairslot::cli
