/// What `fairslot run PROBLEM.json` prints and writes.
#pragma once

#include <string>
#include <vector>

#include "host/statistics/run_metrics.hpp"
#include "kernels/simulation.hpp"

namespace fairslot {

struct PolicyOutcome {
  std::string policy;  ///< canonical name
  RunMetrics metrics;
};

/// The object of --json, one line (docs/problem-files.md).
std::string problem_json(std::vector<PolicyOutcome> const& outcomes);
/// A table for the screen.
std::string problem_table(std::vector<PolicyOutcome> const& outcomes);
/// CSV slot,user,job,server, published under `path` when it is whole.
void write_picks(std::string const& path, Problem const& problem, std::vector<Pick> const& picks);

}  // namespace fairslot
