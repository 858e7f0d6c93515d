/// What a run is judged by.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "host/stages/instance.hpp"
#include "host/stages/outcome.hpp"
#include "host/stages/settings.hpp"

namespace fairslot::stages {

enum class Metric {
  fairness,       ///< mean of Jain's index over samples with an active job
  response,       ///< of jobs: first match - submission, seconds
  task_response,  ///< of tasks: start - ready
  task_time,      ///< end - start
  small_time,     ///< of small tasks
  large_time,
  jct,  ///< of jobs: finish - submission
  makespan,
  utilization,  ///< of the first resource, over samples with an active job
  compression,  ///< integral of r_c over work, of all work
  error_cpu,    ///< of predictions
  error_memory,
  error_time,
  oom,
  recycled,
  match_seconds,  ///< of computing a match; differs from run to run
};
inline constexpr std::size_t metric_count = 16;
inline constexpr std::array<std::string_view, metric_count> metric_names = {
    "fairness",   "response", "task_response", "task_time",    "small_time", "large_time",
    "jct",        "makespan", "utilization",   "compression",  "error_cpu",  "error_memory",
    "error_time", "oom",      "recycled",      "match_seconds"};

/// nullopt where there is nothing to be measured.
using Metrics = std::array<std::optional<double>, metric_count>;

Metrics measured(Instance const&, Outcome const&, Settings const&, double small_seconds);

}  // namespace fairslot::stages
