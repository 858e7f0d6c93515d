/// What a whole sweep says, small enough to print: by point, policy and metric.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/statistics/shard.hpp"
#include "kernels/list.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::statistics {

/// waiting: slots from a user's first submit to its first start (over users that started a task);
/// queueing: slots from a task's submit to its start (over started tasks);
/// completion: slots from a job's submit to the end of its last task (over completed jobs).
enum class Metric : int { waiting, queueing, completion };
inline constexpr std::array metrics{Metric::waiting, Metric::queueing, Metric::completion};
inline constexpr std::array<std::string_view, 3> metric_names{"waiting", "queueing", "completion"};

/// A swept key at a point.
struct Setting {
  std::string key, value;    ///< the value as TOML text
  std::string meaning = {};  ///< of a value that stands for something: "the trace's own mix"
};

/// A policy of a point against the best of some others.
struct Comparison {
  Metric metric = Metric::waiting;
  int ours = 0;
  std::vector<int> against = {};                   ///< policies, at least one
  std::optional<double> published = std::nullopt;  ///< the gain that somebody reports, in slots
  std::string source = {};                         ///< who reports it; else empty
};

/// One point of a sweep.
struct SweepPoint {
  std::vector<Setting> set = {};
  List<int> policies = {};  ///< that run here, in this order: indices of the sweep's policies
  std::vector<Comparison> comparisons = {};  ///< of these policies, in the order to show
};

/// Of the values pooled over the samples that count, in slots; undefined where count is 0.
struct Moments {
  std::int64_t count = 0;
  double mean = 0, sd = 0, variance = 0;
  std::int64_t median = 0, p95 = 0, p99 = 0;  ///< lower inverse of the empirical CDF
  /// Without a value: users that started nothing, tasks not started, jobs with such tasks.
  std::int64_t unstarted = 0;
};

/// A mean over samples, in slots.
struct Estimate {
  std::int64_t samples = 0;         ///< the compared ones: Summary::compared
  std::optional<double> mean;       ///< of >= 1 sample
  std::optional<double> low, high;  ///< 95 % Student interval, of >= 2 samples
};

/// A sample that has ended under some policies of its point only: it counts nowhere.
struct PartSample {
  int point = 0;
  std::int64_t sample = 0;
  std::vector<int> ended;  ///< policies
};

/// A run that came to no end: its sample counts nowhere.
struct FailedRun {
  int point = 0;
  std::int64_t sample = 0;
  int policy = 0;
  RunStatus status = RunStatus::complete;
};

/// Of RunStatus, in its order.
inline constexpr std::array<std::string_view, 3> status_names{"complete", "h_sum_overflow",
                                                              "queue_sum_overflow"};

/// Users whose next task cannot run, over the samples that count.
struct Blocked {
  int point = 0, policy = 0;
  std::int64_t users = 0;
  std::int64_t sample = 0;  ///< of the first of them, with its job
  std::int32_t user = 0, job = 0;
};

/// Tasks, over the samples that count.
struct Losses {
  int point = 0, policy = 0;
  std::int64_t cancelled = 0;  ///< queued when their user left
  std::int64_t lost = 0;       ///< running on a server when it went down
};

/// Jobs by how many tasks they have, over the samples that count; classes as in least_tasks.
struct SizeMeans {
  std::int64_t jobs = 0, started_jobs = 0, started_tasks = 0;
  std::optional<double> waiting;   ///< slots from submit to first start, over started jobs
  std::optional<double> queueing;  ///< slots from submit to start, over started tasks
};

/// A sample counts, in everything here, once all policies of its point have brought it to its end.
struct Summary {
  std::string scenario;
  std::int64_t samples = 0;  ///< planned, of each point of the whole sweep
  Shard shard = {};          ///< the part of it that all this is of
  List<SweepPoint> points;
  List<std::string> policies;               ///< canonical names, of all points
  List<std::vector<std::int64_t>> counted;  ///< those that count, ascending, a list a point
  /// A value a cell, see cell(); sample_means has a value a sample that counts (NaN: undefined).
  /// Cells of a policy that does not run at the point hold nothing.
  List<Moments> moments;
  List<std::vector<double>> sample_means;
  std::vector<std::string> resources;  ///< names
  /// Share of each resource that running tasks held, over the samples that count: a list a point
  /// and policy, as cells; nullopt where nothing was offered.
  List<std::vector<std::optional<double>>> utilisation;
  List<std::vector<SizeMeans>> sizes;  ///< the same: a value a class
  std::vector<PartSample> in_part;     ///< by point, then sample
  std::vector<FailedRun> failed;       ///< by point, sample, then policy
  std::vector<Blocked> blocked;        ///< by point, then policy; where there are any
  std::vector<Losses> losses;          ///< the same

  std::size_t place(int point, int policy) const {
    return std::size_t(point) * policies.size() + std::size_t(policy);
  }
  std::size_t cell(int point, int policy, Metric metric) const {
    return place(point, policy) * metrics.size() + std::size_t(metric);
  }
  Moments const& at(int point, int policy, Metric metric) const {
    return moments[cell(point, policy, metric)];
  }
  std::int64_t samples_at(int point) const;              ///< how many count
  std::vector<std::int64_t> failed_at(int point) const;  ///< samples of failed runs, ascending
  std::int64_t ended(int point, int policy) const;       ///< runs that came to an end
  std::int64_t blocked_at(int point, int policy) const;  ///< users
  Losses losses_at(int point, int policy) const;
  std::vector<std::optional<double>> const& utilisation_at(int point, int policy) const {
    return utilisation[place(point, policy)];
  }
  /// Samples, as places in counted[point], with a mean under every policy of the point but those
  /// that have none in any sample: all that is shown is of the same.
  std::vector<std::size_t> compared(int point, Metric metric) const;
  /// Of (mean under b - mean under a): positive means a is better.
  Estimate gain(int point, Metric metric, int a, int b) const;
  Estimate over_samples(int point, int policy, Metric metric) const;  ///< of the samples' means
  /// Mean of the samples' means.
  std::optional<double> mean_of_means(int point, int policy, Metric metric) const;
  /// The candidate with the lowest mean of means, the first of equals; nullopt: none has one.
  std::optional<int> better_of(int point, Metric metric, std::span<int const> candidates) const;
};

/// Every policy of a point against every other, in the order of the policies.
std::vector<std::pair<int, int>> all_pairs(Summary const& summary, int point);

}  // namespace fairslot::statistics
