#include "host/statistics/sweep_statistics.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace fairslot::statistics {
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
                                 std::vector<SweepPoint> points, std::vector<std::string> policies,
                                 spill::File* spill, std::vector<std::string> resources,
                                 Shard shard)
    : runs_(points), spill_(spill) {
  summary_.scenario = std::move(scenario), summary_.samples = samples;
  summary_.points = std::move(points), summary_.policies = std::move(policies);
  summary_.resources = std::move(resources), summary_.shard = shard;
  summary_.counted.resize(summary_.points.size());
  std::size_t const cells = summary_.points.size() * summary_.policies.size() * metrics.size();
  summary_.moments.resize(cells);
  summary_.sample_means.resize(cells);
  pooled_.resize(cells);
  time_.resize(cells / metrics.size());
  sizes_.resize(cells / metrics.size());
}

void SweepStatistics::add_part(int point, std::int64_t sample, int policy,
                               std::span<Distribution::Point const> queueing) {
  going_on_[{point, sample, policy}].merge(queueing);
  keep_in_bounds(queueing.size());
}

void SweepStatistics::add(int point, std::int64_t sample, int policy, RunMetrics const& run,
                          std::span<Distribution::Point const> queueing) {
  auto const values = [&](Run& of, Metric metric) -> Distribution& {
    return of.values[static_cast<std::size_t>(metric)];
  };
  Run left{RunStatus::complete, run.summary, run.time, {}, {}, {}};
  if (auto const parts = going_on_.extract({point, sample, policy}))
    values(left, Metric::queueing) = std::move(parts.mapped());
  values(left, Metric::queueing).merge(queueing);
  for (std::size_t user = 0; user < run.users.size(); ++user) {
    UserMetrics const& own = run.users[user];
    if (own.waiting) values(left, Metric::waiting).add(*own.waiting);
    if (own.blocked) left.blocked.emplace_back(static_cast<std::int32_t>(user), *own.blocked);
  }
  for (JobMetrics const& job : run.jobs) {
    if (job.completion) values(left, Metric::completion).add(*job.completion - job.submit);
    left.sizes.add(job);
  }

  take(point, sample, policy, std::move(left));
  keep_in_bounds(queueing.size() + run.users.size() + run.jobs.size());
}

void SweepStatistics::add_failed(int point, std::int64_t sample, int policy, RunStatus status) {
  going_on_.erase({point, sample, policy});
  Run left;
  left.status = status;
  take(point, sample, policy, std::move(left));
}

/// With the last run of a sample they count all, or, where one has failed, none.
void SweepStatistics::take(int point, std::int64_t sample, int policy, Run&& run) {
  auto whole = runs_.add(point, sample, policy, std::move(run));
  if (whole.empty()) return;
  auto const has_failed = [](auto const& of) { return of.second.status != RunStatus::complete; };
  if (std::ranges::any_of(whole, has_failed)) {
    for (auto const& [of, left] : whole)
      if (left.status != RunStatus::complete)
        summary_.failed.push_back({point, sample, of, left.status});
    return;
  }
  for (auto& [of, left] : whole) count(point, sample, of, std::move(left));
  summary_.counted[point].push_back(sample);
}

void SweepStatistics::count(int point, std::int64_t sample, int policy, Run&& run) {
  auto const keep = [&](Metric metric, std::optional<double> mean, std::int64_t unstarted) {
    std::size_t const cell = summary_.cell(point, policy, metric);
    summary_.sample_means[cell].push_back(mean.value_or(undefined));
    summary_.moments[cell].unstarted += unstarted;
    pooled_[cell].merge(std::move(run.values[static_cast<std::size_t>(metric)]));
  };
  RunSummary const& own = run.summary;
  keep(Metric::waiting, own.mean_waiting, own.unstarted_users);
  keep(Metric::queueing, own.mean_queueing, own.unstarted_tasks);
  keep(Metric::completion, own.mean_completion, own.unstarted_jobs);
  count_blocked(point, sample, policy, run);
  count_losses(point, policy, own);
  time_[summary_.place(point, policy)].add(run.time);
  sizes_[summary_.place(point, policy)].add(run.sizes);
}

void SweepStatistics::count_blocked(int point, std::int64_t sample, int policy, Run const& run) {
  for (auto const& [user, job] : run.blocked) {
    Blocked const one{point, policy, 1, sample, user, job};
    auto const [at, fresh] = blocked_.emplace(std::pair(point, policy), one);
    if (fresh) continue;
    std::int64_t const users = at->second.users + 1;
    if (sample < at->second.sample) at->second = one;
    at->second.users = users;
  }
}

void SweepStatistics::count_losses(int point, int policy, RunSummary const& run) {
  if (run.cancelled == 0 && run.lost == 0) return;
  Losses& all = losses_.try_emplace({point, policy}, Losses{point, policy, 0, 0}).first->second;
  all.cancelled += run.cancelled, all.lost += run.lost;
}

template <class F>
void SweepStatistics::for_each_distribution(F visit) {
  for (Distribution& pooled : pooled_) visit(pooled);
  for (auto& [key, queueing] : going_on_) visit(queueing);
  runs_.for_each([&](Run& run) { std::ranges::for_each(run.values, visit); });
}

/// `added`: points since the last call. Equal values become one before anything is spilled.
void SweepStatistics::keep_in_bounds(std::size_t added) {
  in_memory_ += added;
  if (!spill_ || in_memory_ <= most_points) return;
  in_memory_ = 0;
  for_each_distribution([&](Distribution& d) { in_memory_ += d.points_in_memory(); });
  if (in_memory_ <= most_points / 2) return;
  for_each_distribution([&](Distribution& d) { d.spill(*spill_); });
  in_memory_ = 0;
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
  for (ResourceTime const& time : time_) {
    auto& shares = summary.utilisation.emplace_back();
    for (std::size_t r = 0; r < summary.resources.size(); ++r)
      shares.push_back(time.utilisation(r));
  }
  for (JobSizes const& of_place : sizes_) {
    auto& means = summary.sizes.emplace_back();
    for (JobsOfSize const& of : of_place)
      means.push_back(
          {of.jobs, of.started_jobs, of.started_tasks, of.mean_waiting(), of.mean_queueing()});
  }
  sort_samples(summary);
  summary.in_part = runs_.in_part();
  std::ranges::sort(summary.failed, {}, [](FailedRun const& run) {
    return std::tuple(run.point, run.sample, run.policy);
  });
  for (auto const& [key, blocked] : blocked_) summary.blocked.push_back(blocked);
  for (auto const& [key, losses] : losses_) summary.losses.push_back(losses);
  return summary;
}

}  // namespace fairslot::statistics
