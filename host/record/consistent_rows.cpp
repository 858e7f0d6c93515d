#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "host/record/cluster_table.hpp"
#include "host/record/consistency.hpp"
#include "host/record/run_tables.hpp"
#include "host/record/stored_sink.hpp"
#include "host/record/summary_tables.hpp"
#include "host/statistics/integer.hpp"
#include "host/statistics/job_sizes.hpp"

namespace fairslot::record {
namespace {

using statistics::Int128;
using statistics::JobMetrics;
using statistics::Metric;
using statistics::Moments;
using statistics::Summary;
using statistics::UserMetrics;

/// The run of each row of a table, whose rows come in the order of the runs.
class InTurn {
 public:
  InTurn(StoredTable const& table, std::vector<StoredRun> const& runs)
      : place_(table.place()), runs_(runs) {}

  std::size_t at(RunPlace row) {
    while (run_ < runs_.size() && runs_[run_].place < row) ++run_, first_ = true;
    require(run_ < runs_.size() && runs_[run_].place == row);
    return run_;
  }
  /// Whether the row is its run's first; once.
  bool first() { return std::exchange(first_, false); }
  void require(bool good) const {
    if (!good) throw FormatError(place_ + " has rows out of order, or of no run that counts");
  }

 private:
  std::string place_;
  std::vector<StoredRun> const& runs_;
  std::size_t run_ = 0;
  bool first_ = true;
};

/// Of one run, over its jobs and users.
struct Sums {
  std::array<Int128, statistics::metrics.size()> sum{};  ///< of the values of a metric
  std::array<std::int64_t, statistics::metrics.size()> count{}, unstarted{};
  Int128 started_by_users = 0, queue_sum_of_users = 0;
  std::int64_t cancelled = 0, lost = 0, blocked_users = 0;
  statistics::JobSizes sizes = {};

  void add(JobMetrics const& job) {
    take(Metric::queueing, job.queue_sum, job.started, job.tasks - job.started);
    if (job.completion) take(Metric::completion, *job.completion - job.submit, 1, 0);
    unstarted[std::size_t(Metric::completion)] += job.started < job.tasks;
    sizes.add(job);
  }
  void add(UserMetrics const& user) {
    if (user.waiting) take(Metric::waiting, *user.waiting, 1, 0);
    unstarted[std::size_t(Metric::waiting)] += user.submit > 0 && !user.waiting;
    started_by_users += user.started, queue_sum_of_users += user.queue_sum;
    cancelled += user.cancelled, lost += user.lost;
    blocked_users += user.blocked.has_value();
  }
  void take(Metric metric, std::int64_t values, std::int64_t how_many, std::int64_t none) {
    auto const m = std::size_t(metric);
    sum[m] += values, count[m] += how_many, unstarted[m] += none;
  }
  /// As in /summary/sample_means.
  bool has_mean(Metric metric, double mean) const {
    auto const m = std::size_t(metric);
    if (count[m] == 0) return std::isnan(mean);
    return mean == static_cast<double>(sum[m]) / static_cast<double>(count[m]);
  }
};

std::vector<Sums> sums_of(StoredFile const& file, int policy, std::string const& place) {
  auto const& runs = file.runs[policy];
  std::vector<Sums> sums(runs.size());
  StoredTable const &jobs = file.table(place + "jobs"), &users = file.table(place + "users");
  InTurn turn(jobs, runs);
  std::pair<std::int32_t, std::int32_t> last;
  for_each_job(jobs, [&](RunPlace row, JobMetrics const& job) {
    sums[turn.at(row)].add(job);
    std::pair const own(job.user, job.job);
    turn.require(turn.first() || last < own);
    last = own;
  });
  InTurn users_turn(users, runs);
  std::int32_t next = 0;
  for_each_user(users, [&](RunPlace row, std::int32_t number, UserMetrics const& user) {
    sums[users_turn.at(row)].add(user);
    if (users_turn.first()) next = 0;
    users_turn.require(number == next++);
  });
  return sums;
}

bool is_none_or(double value, double least, double most) {
  return std::isnan(value) || (value >= least && value <= most);
}

/// What follows `started`.
void require_possible(StoredTable const& table, std::int64_t slot, RowReader& rest,
                      std::size_t resources, RunTables const& more) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  auto const users = rest.get<std::int32_t>();
  for (std::size_t r = 0; r < resources; ++r) rest.get<std::int64_t>();  // used
  rest.get<std::int64_t>();                                              // slots_held
  for (int i = 0; i < 3; ++i) rest.get<double>();                        // shares
  auto const waiting = rest.get<std::int32_t>();
  auto const gap = rest.get<double>(), smallest = rest.get<double>();
  bool possible = waiting >= 0 && waiting <= users && std::isnan(gap) == (waiting == 0) &&
                  std::isnan(smallest) == (waiting == 0) && is_none_or(gap, 0, infinity) &&
                  is_none_or(smallest, 0, infinity);
  for (std::size_t r = 0; r < resources && more.fragmentation; ++r) {
    auto const part = rest.get<double>();
    possible &= part >= 0 && part <= 1;
  }
  for (double const beta : more.dfe) {
    auto const dfe = rest.get<double>();
    possible &= std::isnan(dfe) || (dfe > 0) == (beta < 1);
  }
  if (!possible)
    throw FormatError(fmt::format("{} holds impossible numbers in slot {}", table.place(), slot));
}

/// Slots ascend in a run, and all its tasks start in them, or in those that are left out.
void require_slots(StoredFile const& file, int policy, StoredTable const& table) {
  auto const& runs = file.runs[policy];
  InTurn turn(table, runs);
  std::vector<std::int64_t> started(runs.size());
  std::int64_t last = 0;
  RunTables const more = columns_asked_for(table);
  auto const columns = slots_columns(file.header.resources, more);
  for_each_slot(table, columns, [&](RunPlace row, std::int64_t slot, RowReader& rest) {
    std::size_t const run = turn.at(row);
    turn.require(turn.first() || slot > last);
    last = slot;
    rest.get<std::int64_t>(), rest.get<std::int64_t>();  // running, queued
    auto const own = rest.get<std::int64_t>();
    turn.require(own >= 0 && own <= runs[run].starts() - started[run]);
    started[run] += own;
    require_possible(table, slot, rest, file.header.resources.size(), more);
  });
  if (file.header.every == 1 && !std::ranges::equal(started, runs, {}, {}, &StoredRun::starts))
    throw FormatError(table.place() + " starts other tasks than its runs");
}

/// A pick a start, in the order of the slots.
void require_picks(StoredFile const& file, int policy, StoredTable const& table) {
  auto const& runs = file.runs[policy];
  InTurn turn(table, runs);
  std::vector<std::int64_t> picks(runs.size());
  std::int64_t last = 0;
  for_each_slot(table, picks_columns(), [&](RunPlace row, std::int64_t slot, RowReader&) {
    ++picks[turn.at(row)];
    turn.require(turn.first() || slot >= last);
    last = slot;
  });
  if (!std::ranges::equal(picks, runs, {}, {}, &StoredRun::starts))
    throw FormatError(table.place() + " is not a row a start");
}

/// By slot, then user; nobody is entitled to more than all, and who is to nothing holds nothing.
void require_shares(StoredFile const& file, int policy, StoredTable const& table) {
  InTurn turn(table, file.runs[policy]);
  std::pair<std::int64_t, std::int32_t> last;
  for_each_slot(table, shares_columns(), [&](RunPlace row, std::int64_t slot, RowReader& rest) {
    turn.at(row);
    std::pair const own(slot, rest.get<std::int32_t>());
    auto const share = rest.get<double>(), entitled = rest.get<double>();
    turn.require((turn.first() || last < own) && own.second >= 0);
    turn.require(share >= 0 && entitled >= 0 && entitled <= 1 && (entitled > 0 || share == 0));
    last = own;
  });
}

void require_distribution(StoredFile const& file, int policy, Metric metric) {
  Summary const& summary = file.summary;
  StoredTable const& table = file.table(fmt::format("/summary/cdf/{}/{}", summary.policies[policy],
                                                    statistics::metric_names[std::size_t(metric)]));
  List<Int128> sum(summary.points.size());
  List<std::int64_t> count(summary.points.size());
  auto const require = [&](bool good) {
    if (!good) throw FormatError(table.place() + " is not the distribution of /summary/moments");
  };
  std::int32_t point = 0;
  std::int64_t value = -1;
  table.read_rows([&](std::string_view rows) {
    for (RowReader row(rows); !row.done();) {
      auto const at = row.get<std::int32_t>();
      require(at >= point && at < static_cast<int>(summary.points.size()));
      if (std::exchange(point, at) != at) value = -1;
      auto const next = row.get<std::int64_t>(), times = row.get<std::int64_t>();
      require(next > value && times > 0);
      value = next;
      require(!__builtin_add_overflow(count[at], times, &count[at]) &&
              count[at] == row.get<std::int64_t>());
      sum[at] += Int128{value} * times;
    }
  });
  for (std::size_t at = 0; at < count.size(); ++at) {
    Moments const& m = summary.at(static_cast<int>(at), policy, metric);
    require(m.count == count[at]);
    require(m.count == 0 ||
            m.mean == static_cast<double>(sum[at]) / static_cast<double>(count[at]));
  }
}

bool are_means_of(std::vector<statistics::SizeMeans> const& means,
                  statistics::JobSizes const& sizes) {
  return std::ranges::equal(means, sizes, [](auto const& of, statistics::JobsOfSize const& jobs) {
    return of.jobs == jobs.jobs && of.started_jobs == jobs.started_jobs &&
           of.started_tasks == jobs.started_tasks && of.waiting == jobs.mean_waiting() &&
           of.queueing == jobs.mean_queueing();
  });
}

/// Each point's servers, from 0 on.
void require_cluster(StoredFile const& file) {
  auto const bytes = file.table("/cluster").read(cluster_columns(file.header.resources));
  std::int32_t point = -1;
  std::int64_t next = 0;
  List<bool> there(file.summary.points.size());
  for (RowReader row(bytes); !row.done();) {
    auto const at = row.get<std::int32_t>(), first = row.get<std::int32_t>();
    auto const servers = row.get<std::int32_t>();
    bool good = at >= point && at < static_cast<int>(there.size()) && servers >= 1;
    good &= first == (at == point ? next : 0);
    point = at, next = std::int64_t{first} + servers;
    for (std::size_t r = 0; r < file.header.resources.size(); ++r)
      good &= row.get<std::int32_t>() >= 0;
    good &= row.get<double>() > 0;
    if (!good) throw FormatError("/cluster is out of order or holds impossible numbers");
    there[at] = true;
  }
  for (std::size_t at = 0; at < there.size(); ++at)
    if (!there[at] && !file.summary.counted[at].empty())
      throw FormatError("/cluster leaves a point out");
}

}  // namespace

void require_jobs_and_users(StoredFile const& file, int policy) {
  std::string const place = fmt::format("/policies/{}/", file.header.policies[policy]);
  auto const sums = sums_of(file, policy, place);
  Summary const& summary = file.summary;
  auto const& runs = file.runs[policy];
  auto totals = List<Sums>(summary.points.size());
  std::size_t at = 0;  // the run's place in its point
  for (std::size_t i = 0; i < runs.size(); ++i, ++at) {
    Sums const& own = sums[i];
    int const point = runs[i].place.point;
    if (i > 0 && runs[i - 1].place.point != point) at = 0;
    auto const queueing = std::size_t(Metric::queueing);
    bool good = own.count[queueing] == runs[i].started && own.started_by_users == runs[i].started &&
                own.unstarted[queueing] == runs[i].unstarted &&
                own.queue_sum_of_users == own.sum[queueing] && own.cancelled == runs[i].cancelled &&
                own.lost == runs[i].lost;
    totals[point].blocked_users += own.blocked_users;
    totals[point].sizes.add(own.sizes);
    for (Metric const metric : statistics::metrics) {
      good &= own.has_mean(metric, summary.sample_means[summary.cell(point, policy, metric)][at]);
      totals[point].take(metric, 0, own.count[std::size_t(metric)],
                         own.unstarted[std::size_t(metric)]);
    }
    if (!good)
      throw FormatError(
          fmt::format("{}jobs, users and runs do not add up to each other and to "
                      "/summary/sample_means in sample {} of point {}",
                      place, runs[i].place.sample, point));
  }
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point) {
    if (totals[point].blocked_users != summary.blocked_at(point, policy))
      throw FormatError(fmt::format("/summary/blocked counts others than {}users", place));
    // A point at which the policy does not run has no sizes of it.
    bool const runs_here = std::ranges::find(summary.points[point].policies, policy) !=
                           summary.points[point].policies.end();
    if (runs_here &&
        !are_means_of(summary.sizes[summary.place(point, policy)], totals[point].sizes))
      throw FormatError(fmt::format("/summary/sizes says others than {}jobs", place));
    for (Metric const metric : statistics::metrics) {
      Moments const& m = summary.at(point, policy, metric);
      auto const i = std::size_t(metric);
      if (m.count != totals[point].count[i] || m.unstarted != totals[point].unstarted[i])
        throw FormatError(
            fmt::format("/summary/moments counts others than {}jobs and users", place));
    }
  }
}

void require_every_row(StoredFile const& file) {
  bool const of_runs = !file.header.policies.empty();
  if (of_runs) require_cluster(file);
  for (int policy = 0; policy < static_cast<int>(file.header.policies.size()); ++policy) {
    std::string const place = fmt::format("/policies/{}/", file.header.policies[policy]);
    require_jobs_and_users(file, policy);
    if (file.has(place + "slots")) require_slots(file, policy, file.table(place + "slots"));
    if (file.has(place + "picks")) require_picks(file, policy, file.table(place + "picks"));
    if (file.has(place + "shares")) require_shares(file, policy, file.table(place + "shares"));
    for (Metric const metric : statistics::metrics) require_distribution(file, policy, metric);
  }
  for (StoredSink const& sink : other_sinks(file.root, file.content))
    require_rows(sink, file.header, file.content);
  file.table("/scenario/text").check();  // the last that nothing above has read
}

}  // namespace fairslot::record
