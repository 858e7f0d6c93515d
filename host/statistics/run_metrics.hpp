/// What one run means for its jobs and users: waiting, queueing and completion (Li and Wang
/// 2024, 3.2).
///
/// All times are slots. Entries of one user with the same label are one job. An optional without a
/// value is the "null" of the output formats: nothing there to take the time of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/statistics/resource_time.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::statistics {

struct JobMetrics {
  std::int32_t user = 0;
  std::int32_t job = 0;     ///< label
  std::int64_t submit = 0;  ///< of its first tasks
  std::int64_t tasks = 0, started = 0;
  std::optional<std::int64_t> first_start;
  std::optional<std::int64_t> completion;  ///< slot after its last task's last; only if all started
  std::int64_t queue_sum = 0;              ///< over started tasks: start - submit
  bool blocked = false;                    ///< at its user's head, or left out: it cannot run
};

struct UserMetrics {
  std::int64_t submit = 0;              ///< first submit, of jobs not left out; 0: no jobs
  std::optional<std::int64_t> waiting;  ///< first start - first submit
  std::int64_t queue_sum = 0, started = 0;
  std::int64_t cancelled = 0;           ///< tasks that were queued when the user left
  std::int64_t lost = 0;                ///< starts that were taken back as a server went down
  std::optional<std::int32_t> blocked;  ///< label of the first job that cannot run
};

/// Means are one double division of two exact integers.
struct RunSummary {
  std::int64_t started = 0;
  std::optional<std::int64_t> makespan;   ///< last completion of any task
  std::optional<double> mean_waiting;     ///< over users that started a task
  std::optional<double> mean_queueing;    ///< over started tasks
  std::optional<double> mean_completion;  ///< completion - submit, over jobs with a completion
  /// What the means do not cover: users with jobs that started nothing, tasks not started, jobs
  /// with such tasks, whether a horizon cut them off, nothing could ever host them or their user
  /// has left.
  std::int64_t unstarted_users = 0, unstarted_tasks = 0, unstarted_jobs = 0;
  std::int64_t cancelled = 0, lost = 0;  ///< tasks, of all users
};

struct RunMetrics {
  List<JobMetrics> jobs;    ///< by user, then label
  List<UserMetrics> users;  ///< [N]
  RunSummary summary;
  ResourceTime time;
};

/// Of a run with these jobs and users.
RunSummary summarize(std::vector<JobMetrics> const& jobs, std::vector<UserMetrics> const& users,
                     std::int64_t started, std::optional<std::int64_t> makespan);

/// Throws std::overflow_error where a job's or user's queue_sum passes 2^63-1.
RunMetrics run_metrics(Problem const& problem, RunResult const& result);

struct PolicyOutcome {
  std::string policy;  ///< canonical name
  RunMetrics metrics;
};

/// What a problem's runs have come to. An interrupted one counts under no policy: policies are
/// compared over the same samples, and it is the only one.
struct ProblemOutcome {
  std::vector<PolicyOutcome> policies;  ///< in the order given; empty where some wait
  std::vector<std::string> waiting;     ///< those under which it has not ended
};

}  // namespace fairslot::statistics
