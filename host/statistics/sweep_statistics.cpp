#include "host/statistics/sweep_statistics.hpp"

#include <limits>

namespace fairslot {
namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

Moments moments_of(Distribution const& d) {
  Moments m;
  m.count = d.count();
  if (m.count == 0) return m;
  m.mean = *d.mean(), m.sd = *d.sd(), m.variance = *d.variance();
  m.median = *d.quantile(1, 2), m.p95 = *d.quantile(95, 100), m.p99 = *d.quantile(99, 100);
  return m;
}

}  // namespace

SweepStatistics::SweepStatistics(std::string scenario, std::int64_t samples,
                                 std::vector<SweepPoint> points, std::vector<std::string> policies)
    : summary_{std::move(scenario), samples, std::move(points), std::move(policies), {}, {}} {
  std::size_t const cells = summary_.points.size() * summary_.policies.size() * metrics.size();
  std::vector<double> const no_means(static_cast<std::size_t>(samples), undefined);
  summary_.moments.resize(cells);
  summary_.sample_means.assign(cells, no_means);
  pooled_.resize(cells);
}

void SweepStatistics::add(int point, std::int64_t sample, int policy, RunMetrics const& run,
                          std::span<Distribution::Point const> queueing) {
  auto const cell = [&](Metric metric) { return summary_.cell(point, policy, metric); };
  auto const keep = [&](Metric metric, std::optional<double> mean) {
    summary_.sample_means[cell(metric)][static_cast<std::size_t>(sample)] =
        mean.value_or(undefined);
  };
  keep(Metric::waiting, run.summary.mean_waiting);
  keep(Metric::queueing, run.summary.mean_queueing);
  keep(Metric::completion, run.summary.mean_completion);

  for (UserMetrics const& user : run.users)
    if (user.waiting) pooled_[cell(Metric::waiting)].add(*user.waiting);
  pooled_[cell(Metric::queueing)].merge(queueing);
  for (JobMetrics const& job : run.jobs)
    if (job.completion) pooled_[cell(Metric::completion)].add(*job.completion - job.submit);
}

Distribution const& SweepStatistics::pooled(int point, int policy, Metric metric) const {
  return pooled_[summary_.cell(point, policy, metric)];
}

Summary SweepStatistics::summary() const {
  Summary summary = summary_;
  for (std::size_t i = 0; i < pooled_.size(); ++i) summary.moments[i] = moments_of(pooled_[i]);
  return summary;
}

}  // namespace fairslot
