/// `fairslot run PROBLEM.json`: one explicit instance under each of the given policies.
#pragma once

#include <string>
#include <vector>

#include "host/error.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::problem {

/// What the command line asks of one problem.
struct Request {
  std::string path;                   ///< the problem file
  std::vector<std::string> policies;  ///< at least one
  std::string picks;                  ///< CSV of every pick (one policy only); empty: none
  std::string out;                    ///< HDF5 file; empty: none
  bool json = false;                  ///< results as JSON on stdout, nothing else there
  bool quiet = false;                 ///< no progress
  bool force = false;                 ///< replace existing files
  int threads = 0;                    ///< as the Runtime was made; 0: chosen by it
  Engine engine = Engine::automatic;
};

/// Needs a Runtime. Throws InputError or PolicyError before any file is touched where the request
/// is wrong.
[[nodiscard]] ExitCode run_problem(Request const& request);

}  // namespace fairslot::problem
