/// Collects runs into the pooled distributions and sample means of a sweep.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "host/statistics/distribution.hpp"
#include "host/statistics/run_metrics.hpp"
#include "host/statistics/summary.hpp"
#include "host/statistics/whole_samples.hpp"

namespace fairslot {

/// The same bits for any order of adding. One thread at a time.
class SweepStatistics {
 public:
  SweepStatistics(std::string scenario, std::int64_t samples, std::vector<SweepPoint> points,
                  std::vector<std::string> policies);

  /// `queueing`: RunResult::queueing of the same run. Each (point, sample, policy) at most once; it
  /// counts with the last run of its sample.
  void add(int point, std::int64_t sample, int policy, RunMetrics run,
           std::span<Distribution::Point const> queueing);

  Distribution const& pooled(int point, int policy, Metric metric) const;
  Summary summary() const;

 private:
  struct Run {
    RunMetrics metrics;
    std::vector<Distribution::Point> queueing;
  };
  void count(int point, std::int64_t sample, int policy, Run const& run);
  void count_blocked(int point, std::int64_t sample, int policy, RunMetrics const& run);

  void sort_samples(Summary& summary) const;

  Summary summary_;  ///< filled as samples come, in that order, but for the moments of pooled_
  std::vector<Distribution> pooled_;
  WholeSamples<Run> runs_;
  std::map<std::pair<int, int>, Blocked> blocked_;  // by point, policy
};

}  // namespace fairslot
