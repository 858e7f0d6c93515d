/// A problem on a terminal: what `fairslot run PROBLEM.json` says and when it ends.
#pragma once

#include <string>
#include <vector>

#include "host/error.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::cli {

/// What is asked of a problem, and what is shown of it.
struct ProblemRun {
  std::string path;                   ///< the problem file
  std::vector<std::string> policies;  ///< at least one
  std::string picks;                  ///< CSV of every pick (one policy only); empty: none
  std::string out;                    ///< HDF5 file; empty: none
  bool json = false;                  ///< results as JSON on stdout, nothing else there
  bool quiet = false;                 ///< no progress
  bool force = false;                 ///< replace existing files
  Engine engine = Engine::automatic;
};

/// Needs a Runtime. Throws InputError or PolicyError before any file is touched where what is
/// asked is wrong.
[[nodiscard]] ExitCode run_problem(ProblemRun const& run);

}  // namespace fairslot::cli
