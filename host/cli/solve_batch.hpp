/// `fairslot solve` of a file of many instances.
#pragma once

#include <string>
#include <vector>

#include "host/cli/commands.hpp"
#include "host/pool/solver.hpp"

namespace fairslot::cli {

[[nodiscard]] ExitCode solve_batch(SolveOptions const& options,
                                   std::vector<pool::Solver> const& solvers,
                                   std::string const& path);

}  // namespace fairslot::cli
