/// Waiting and queueing of jobs by how many tasks they have.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "host/statistics/integer.hpp"
#include "host/statistics/run_metrics.hpp"

namespace fairslot::statistics {

/// Classes of jobs by their tasks: from so many on, up to the next one's.
inline constexpr std::array<std::int64_t, 5> least_tasks{1, 2, 10, 100, 500};

/// Of jobs of one class.
struct JobsOfSize {
  std::int64_t jobs = 0;
  std::int64_t started_jobs = 0, started_tasks = 0;
  Int128 waiting = 0;   ///< over started jobs: first start - submit of the first tasks
  Int128 queueing = 0;  ///< over started tasks: start - submit

  void add(JobMetrics const& job);
  void add(JobsOfSize const& others);
  /// In slots; nullopt: none has started.
  std::optional<double> mean_waiting() const;
  std::optional<double> mean_queueing() const;
};

/// A value a class.
struct JobSizes : std::array<JobsOfSize, least_tasks.size()> {
  void add(JobMetrics const& job);
  void add(JobSizes const& others);
};

}  // namespace fairslot::statistics
