/// Jobs drawn from named distributions.
#pragma once

#include <cstdint>
#include <vector>

#include "host/random.hpp"
#include "host/scenario/scenario.hpp"
#include "kernels/check.hpp"

namespace fairslot::workload {

struct SyntheticJob {
  std::int32_t user, submit, tasks, duration;  ///< duration in slots
  std::int32_t demand;                         ///< index into SyntheticJobs::demands
};

struct SyntheticJobs {
  std::vector<SyntheticJob> jobs;
  std::vector<std::vector<std::int32_t>> demands;  ///< [D][K], each once
  std::vector<double> load;                        ///< [K] as OfferedLoad has it
};

/// Jobs 0, 1, ... of a sample, each a function of its number, until workload.load is reached; where
/// that is 0, workload.jobs of them. Throws InputError where the load takes more than 10^7; `check`
/// is called for each.
SyntheticJobs draw_synthetic_jobs(scenario::Scenario const&, Random const&,
                                  Check const& check = no_check);

/// From means of what is drawn.
std::int64_t expected_jobs(scenario::Scenario const&);
double mean_synthetic_tasks(scenario::Scenario::Workload const&);
/// Of the distributions of demands: so many different ones at most.
double most_synthetic_demands(scenario::Scenario::Workload const&);

}  // namespace fairslot::workload
