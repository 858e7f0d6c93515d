/// `fairslot run SCENARIO.toml`: all policies, points and samples of one scenario.
#pragma once

#include <string>
#include <vector>

#include "host/error.hpp"
#include "host/statistics/tables.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::sweep {

/// What the command line asks of one scenario.
struct Request {
  std::string path;                   ///< the scenario file
  std::vector<std::string> sets;      ///< --set key=value, in the order given
  std::vector<std::string> policies;  ///< replace the scenario's list; empty: keep it
  std::string out;                    ///< the HDF5 file; empty: results/<name>.h5
  bool json = false;                  ///< results as JSON on stdout, nothing else there
  bool quiet = false;                 ///< no progress
  bool force = false;                 ///< replace an existing file of another plan
  int threads = 0;                    ///< as the Runtime was made; 0: chosen by it
  Engine engine = Engine::automatic;
  statistics::TableOptions form = {};
};

/// Needs a Runtime. Runs the scenario to its end, or to an interrupt (ExitCode::interrupted, what
/// is complete saved). Throws InputError or PolicyError before any file is touched where the
/// request is wrong.
[[nodiscard]] ExitCode run_scenario(Request const& request);

}  // namespace fairslot::sweep
