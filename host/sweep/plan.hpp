/// What is to be run: a scenario, the points of its sweep and where its results go, read and
/// checked once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/scenario/scenario.hpp"
#include "host/statistics/shard.hpp"

namespace fairslot::sweep {

struct Plan {
  scenario::Scenario scenario;
  std::vector<scenario::Point> points;
  std::vector<std::string> policies;  ///< of all points, in the order in which they appear
  std::string out;                    ///< the results file
  std::string folder = {};       ///< of the scenario's file, absolute: what it names lies there
  statistics::Shard shard = {};  ///< the part of its pairs (point, sample) that is run
};

/// What is asked of a scenario besides what its file says.
struct PlanChanges {
  std::vector<std::string> sets = {};      ///< "key=value", applied in order
  std::vector<std::string> policies = {};  ///< replace the scenario's list; empty: keep it
  std::string out = {};                    ///< the results file; empty: results/<name>.h5
};

/// Throws InputError or PolicyError, one line that names file and key, where something is wrong.
Plan read_plan(std::string const& path, PlanChanges const& changes = {});

/// Pairs (point, sample) that the plan runs.
std::int64_t samples_of(Plan const& plan);
/// Tasks of all its runs, about.
double expected_tasks(Plan const& plan);

}  // namespace fairslot::sweep
