#include "host/statistics/sweep_statistics.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

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
    : runs_(points) {
  summary_.scenario = std::move(scenario), summary_.samples = samples;
  summary_.points = std::move(points), summary_.policies = std::move(policies);
  summary_.counted.resize(summary_.points.size());
  std::size_t const cells = summary_.points.size() * summary_.policies.size() * metrics.size();
  summary_.moments.resize(cells);
  summary_.sample_means.resize(cells);
  pooled_.resize(cells);
}

void SweepStatistics::add(int point, std::int64_t sample, int policy, RunMetrics run,
                          std::span<Distribution::Point const> queueing) {
  auto const whole =
      runs_.add(point, sample, policy, {std::move(run), {queueing.begin(), queueing.end()}});
  if (whole.empty()) return;
  for (auto const& [of, ended] : whole) count(point, sample, of, ended);
  summary_.counted[point].push_back(sample);
}

void SweepStatistics::count(int point, std::int64_t sample, int policy, Run const& run) {
  RunSummary const& own = run.metrics.summary;
  auto const cell = [&](Metric metric) { return summary_.cell(point, policy, metric); };
  auto const keep = [&](Metric metric, std::optional<double> mean, std::int64_t unstarted) {
    summary_.sample_means[cell(metric)].push_back(mean.value_or(undefined));
    summary_.moments[cell(metric)].unstarted += unstarted;
  };
  keep(Metric::waiting, own.mean_waiting, own.unstarted_users);
  keep(Metric::queueing, own.mean_queueing, own.unstarted_tasks);
  keep(Metric::completion, own.mean_completion, own.unstarted_jobs);

  for (UserMetrics const& user : run.metrics.users)
    if (user.waiting) pooled_[cell(Metric::waiting)].add(*user.waiting);
  pooled_[cell(Metric::queueing)].merge(run.queueing);
  for (JobMetrics const& job : run.metrics.jobs)
    if (job.completion) pooled_[cell(Metric::completion)].add(*job.completion - job.submit);
  count_blocked(point, sample, policy, run.metrics);
}

void SweepStatistics::count_blocked(int point, std::int64_t sample, int policy,
                                    RunMetrics const& run) {
  for (std::size_t user = 0; user < run.users.size(); ++user) {
    if (!run.users[user].blocked) continue;
    Blocked const one{
        point, policy, 1, sample, static_cast<std::int32_t>(user), *run.users[user].blocked};
    auto const [at, fresh] = blocked_.emplace(std::pair(point, policy), one);
    if (fresh) continue;
    std::int64_t const users = at->second.users + 1;
    if (sample < at->second.sample) at->second = one;
    at->second.users = users;
  }
}

void SweepStatistics::sort_samples(Summary& summary) const {
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point) {
    auto const came = summary.counted[point];
    std::vector<std::size_t> order(came.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return came[i]; });
    auto const put_in_order = [&](auto& values) {
      auto const before = values;
      for (std::size_t i = 0; i < order.size(); ++i) values[i] = before[order[i]];
    };
    put_in_order(summary.counted[point]);
    for (int const policy : summary.points[point].policies)
      for (Metric const metric : metrics)
        put_in_order(summary.sample_means[summary.cell(point, policy, metric)]);
  }
}

Distribution const& SweepStatistics::pooled(int point, int policy, Metric metric) const {
  return pooled_[summary_.cell(point, policy, metric)];
}

Summary SweepStatistics::summary() const {
  Summary summary = summary_;
  for (std::size_t i = 0; i < pooled_.size(); ++i) {
    std::int64_t const unstarted = summary.moments[i].unstarted;
    summary.moments[i] = moments_of(pooled_[i]);
    summary.moments[i].unstarted = unstarted;
  }
  sort_samples(summary);
  summary.in_part = runs_.in_part();
  for (auto const& [key, blocked] : blocked_) summary.blocked.push_back(blocked);
  return summary;
}

}  // namespace fairslot
