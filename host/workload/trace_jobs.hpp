/// Jobs drawn from the counts of Alibaba's trace of 2018.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/random.hpp"
#include "host/scenario/cluster.hpp"
#include "kernels/check.hpp"

namespace fairslot::workload {

struct TraceJob {
  std::uint32_t user;
  std::int64_t tasks;
  std::int64_t duration;                                              ///< slots
  std::array<std::int32_t, scenario::trace_resources.size()> demand;  ///< of trace_resources
};

/// A job's demand on a cluster of these resources, [K]: 0 of those that the trace does not know.
std::vector<std::int32_t> demand_on(std::vector<std::string> const& resources, TraceJob const&);

/// Jobs 0 .. workload.jobs-1 of a sample; `check` is called for each.
std::vector<TraceJob> draw_jobs(scenario::Scenario::Workload const&, Random const&,
                                Check const& check = no_check);

/// Submit slot of a task of a job; task 0 stands for the job where submit = per_job.
std::int64_t draw_submit(scenario::Scenario::Workload const&, Random const&, std::uint32_t job,
                         std::uint32_t task);

/// When a user leaves whose first tasks come in slot `first`; nullopt: never.
std::optional<std::int64_t> draw_leave(scenario::Scenario::Workload const&, Random const&,
                                       std::uint32_t user, std::int64_t first);

/// Mean number of tasks of a job.
double mean_tasks(scenario::Scenario::Workload const&);
/// Mean number of submissions of a job: of slots in which some of its tasks come.
double mean_submissions(scenario::Scenario::Workload const&);

}  // namespace fairslot::workload
