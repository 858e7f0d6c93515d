#include "host/statistics/job_sizes.hpp"

#include <algorithm>

namespace fairslot::statistics {
void JobsOfSize::add(JobMetrics const& job) {
  ++jobs;
  started_tasks += job.started, queueing += job.queue_sum;
  if (job.first_start) ++started_jobs, waiting += *job.first_start - job.submit;
}

void JobsOfSize::add(JobsOfSize const& others) {
  jobs += others.jobs, started_jobs += others.started_jobs, started_tasks += others.started_tasks;
  waiting += others.waiting, queueing += others.queueing;
}

std::optional<double> JobsOfSize::mean_waiting() const { return mean(waiting, started_jobs); }
std::optional<double> JobsOfSize::mean_queueing() const { return mean(queueing, started_tasks); }

void JobSizes::add(JobMetrics const& job) {
  auto const larger =
      std::ranges::upper_bound(least_tasks.begin() + 1, least_tasks.end(), job.tasks);
  (*this)[static_cast<std::size_t>(larger - least_tasks.begin()) - 1].add(job);
}

void JobSizes::add(JobSizes const& others) {
  for (std::size_t i = 0; i < size(); ++i) (*this)[i].add(others[i]);
}

}  // namespace fairslot::statistics
