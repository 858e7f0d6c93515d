#include "host/statistics/run_metrics.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "host/statistics/integer.hpp"

namespace fairslot::statistics {
namespace {

void add_queue_sum(std::int64_t& sum, std::int64_t value) {
  if (__builtin_add_overflow(sum, value, &sum))
    throw std::overflow_error("a queue_sum passes 2^63-1");
}

void add_entry(JobMetrics& job, Problem const& p, RunResult const& run, int entry) {
  std::int64_t const first = run.entry_first_start[entry];
  job.submit =
      job.tasks == 0 ? p.submit[entry] : std::min<std::int64_t>(job.submit, p.submit[entry]);
  job.tasks += p.tasks[entry];
  job.started += run.entry_started[entry];
  add_queue_sum(job.queue_sum, run.entry_queue_sum[entry]);
  if (first == 0) return;
  std::int64_t const end = run.entry_last_end[entry];
  job.first_start = job.first_start ? std::min(*job.first_start, first) : first;
  job.completion = job.completion ? std::max(*job.completion, end) : end;
}

/// A user's jobs, by label.
std::map<std::int32_t, JobMetrics> jobs_of(Problem const& p, RunResult const& run, int user) {
  std::map<std::int32_t, JobMetrics> jobs;
  for (int entry = p.job_begin[user]; entry < p.job_begin[user + 1]; ++entry) {
    JobMetrics& job = jobs[p.job[entry]];
    job.user = user, job.job = p.job[entry];
    add_entry(job, p, run, entry);
  }
  for (auto& [label, job] : jobs)
    if (job.started < job.tasks) job.completion.reset();
  return jobs;
}

void add_job(UserMetrics& user, JobMetrics const& job, bool first) {
  user.submit = first ? job.submit : std::min(user.submit, job.submit);
  user.started += job.started;
  add_queue_sum(user.queue_sum, job.queue_sum);
  if (!job.first_start) return;
  user.waiting = user.waiting ? std::min(*user.waiting, *job.first_start) : *job.first_start;
}

using Jobs = std::map<std::int32_t, JobMetrics>;

/// Of a user that has started a task, without jobs that were left out.
std::int64_t first_submit(Jobs const& jobs, std::set<std::int32_t> const& left_out) {
  std::optional<std::int64_t> first;
  for (auto const& [label, job] : jobs)
    if (job.first_start || !left_out.contains(label))
      first = std::min(first.value_or(job.submit), job.submit);
  return *first;
}

}  // namespace

RunSummary summarize(std::vector<JobMetrics> const& jobs, std::vector<UserMetrics> const& users,
                     std::int64_t started, std::optional<std::int64_t> makespan) {
  RunSummary summary;
  Int128 waiting = 0, queueing = 0, completion = 0;
  std::int64_t waited = 0, completed = 0;
  for (UserMetrics const& user : users) {
    queueing += user.queue_sum;
    if (user.waiting) waiting += *user.waiting, ++waited;
    summary.unstarted_users += user.submit > 0 && !user.waiting;
    summary.cancelled += user.cancelled, summary.lost += user.lost;
  }
  for (JobMetrics const& job : jobs) {
    if (job.completion) completion += *job.completion - job.submit, ++completed;
    summary.unstarted_tasks += job.tasks - job.started;
    summary.unstarted_jobs += job.started < job.tasks;
  }
  summary.started = started;
  summary.makespan = makespan;
  summary.mean_waiting = mean(waiting, waited);
  summary.mean_queueing = mean(queueing, started);
  summary.mean_completion = mean(completion, completed);
  return summary;
}

RunMetrics run_metrics(Problem const& problem, RunResult const& result) {
  RunMetrics metrics;
  metrics.users.resize(problem.weight.size());
  std::map<int, std::set<std::int32_t>> never_run;
  for (auto const& [user, entry] : result.blocked) never_run[user].insert(problem.job[entry]);
  auto left_out = result.left_out.begin();
  for (int u = 0; u < problem.users(); ++u) {
    UserMetrics& user = metrics.users[u];
    bool first = true;
    auto const jobs = jobs_of(problem, result, u);
    std::set<std::int32_t> without;  // labels
    for (; left_out != result.left_out.end() && *left_out < problem.job_begin[u + 1]; ++left_out)
      without.insert(problem.job[*left_out]);
    for (auto const& [label, job] : jobs) {
      add_job(user, job, first);
      metrics.jobs.push_back(job);
      metrics.jobs.back().blocked = never_run[u].contains(label);
      first = false;
    }
    if (user.waiting) {
      user.submit = first_submit(jobs, without);
      *user.waiting -= user.submit;  // so far its first start
    }
  }
  for (auto const& [u, labels] : never_run)
    if (!labels.empty()) metrics.users[u].blocked = *labels.begin();
  for (auto const& [u, tasks] : result.cancelled) metrics.users[u].cancelled = tasks;
  for (auto const& [u, tasks] : result.lost) metrics.users[u].lost = tasks;
  auto const makespan = result.makespan == 0 ? std::nullopt : std::optional(result.makespan);
  metrics.summary = summarize(metrics.jobs, metrics.users, result.started, makespan);
  metrics.time = resource_time(problem, result);
  return metrics;
}

}  // namespace fairslot::statistics
