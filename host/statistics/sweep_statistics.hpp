/// Collects runs into the pooled distributions and sample means of a sweep.
#pragma once

#include <array>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "host/statistics/distribution.hpp"
#include "host/statistics/job_sizes.hpp"
#include "host/statistics/run_metrics.hpp"
#include "host/statistics/summary.hpp"
#include "host/statistics/whole_samples.hpp"

namespace fairslot::statistics {

/// The same bits for any order of adding. Memory does not grow with the number of distinct values:
/// past a bound they are in the spill file. One thread at a time.
class SweepStatistics {
 public:
  static constexpr std::size_t most_points = std::size_t{1} << 20;  ///< in memory

  SweepStatistics(std::string scenario, std::int64_t samples, std::vector<SweepPoint> points,
                  std::vector<std::string> policies, spill::File* spill = nullptr,
                  std::vector<std::string> resources = {}, Shard shard = {});

  /// `queueing`: RunResult::queueing of the same run, but for what has come before. Each (point,
  /// sample, policy) at most once; it counts with the last run of its sample.
  void add(int point, std::int64_t sample, int policy, RunMetrics const& run,
           std::span<Distribution::Point const> queueing);
  /// A run that came to no end.
  void add_failed(int point, std::int64_t sample, int policy, RunStatus status);
  /// Queueing of a run that goes on.
  void add_part(int point, std::int64_t sample, int policy,
                std::span<Distribution::Point const> queueing);

  Distribution const& pooled(int point, int policy, Metric metric) const;
  Summary summary() const;

 private:
  struct Run {
    RunStatus status = RunStatus::complete;
    RunSummary summary;
    ResourceTime time;
    JobSizes sizes;
    std::array<Distribution, metrics.size()> values;
    std::vector<std::pair<std::int32_t, std::int32_t>> blocked;  // user, job
  };
  using RunKey = std::tuple<int, std::int64_t, int>;  // point, sample, policy

  void take(int point, std::int64_t sample, int policy, Run&& run);
  void count(int point, std::int64_t sample, int policy, Run&& run);
  void count_blocked(int point, std::int64_t sample, int policy, Run const& run);
  void count_losses(int point, int policy, RunSummary const& run);
  template <class F>
  void for_each_distribution(F visit);
  void keep_in_bounds(std::size_t added);
  void sort_samples(Summary& summary) const;

  Summary summary_;  ///< filled as samples come, in that order, but for the moments of pooled_
  std::vector<Distribution> pooled_;
  std::vector<ResourceTime> time_;           // a value a point and policy
  std::vector<JobSizes> sizes_;              // the same
  std::map<RunKey, Distribution> going_on_;  // queueing
  WholeSamples<Run> runs_;
  spill::File* spill_;
  std::size_t in_memory_ = 0;                       // points, at most
  std::map<std::pair<int, int>, Blocked> blocked_;  // by point, policy
  std::map<std::pair<int, int>, Losses> losses_;
};

}  // namespace fairslot::statistics
