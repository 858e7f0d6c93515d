/// A scenario's plan on a terminal: what `fairslot run SCENARIO.toml` says and when it ends.
#pragma once

#include <string>

#include "host/error.hpp"
#include "host/statistics/tables.hpp"
#include "host/sweep/plan.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::cli {

/// How a plan is run, and what is shown of it.
struct ScenarioRun {
  std::string path;  ///< the scenario file
  sweep::Plan plan;
  Engine engine = Engine::automatic;
  bool json = false;   ///< results as JSON on stdout, nothing else there
  bool quiet = false;  ///< no progress
  bool force = false;  ///< replace an existing file of another plan
  statistics::TableOptions form = {};
};

/// Needs a Runtime. Runs the plan to its end, or to an interrupt (ExitCode::interrupted, what is
/// complete saved). Throws InputError before any file is touched where its output is wrong, and
/// std::runtime_error when all is saved and shown where runs came to no end.
[[nodiscard]] ExitCode run_scenario(ScenarioRun const& run);

}  // namespace fairslot::cli
