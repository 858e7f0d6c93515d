/// Collects runs into the pooled distributions and sample means of a sweep.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "host/statistics/distribution.hpp"
#include "host/statistics/run_metrics.hpp"
#include "host/statistics/summary.hpp"

namespace fairslot {

/// The same bits for any order of adding. One thread at a time.
class SweepStatistics {
 public:
  SweepStatistics(std::string scenario, std::int64_t samples, std::vector<SweepPoint> points,
                  std::vector<std::string> policies);

  /// `queueing`: RunResult::queueing of the same run. Each (point, sample, policy) at most once.
  void add(int point, std::int64_t sample, int policy, RunMetrics const& run,
           std::span<Distribution::Point const> queueing);

  Distribution const& pooled(int point, int policy, Metric metric) const;
  Summary summary() const;

 private:
  Summary summary_;  ///< sample_means filled as runs come
  std::vector<Distribution> pooled_;
};

}  // namespace fairslot
