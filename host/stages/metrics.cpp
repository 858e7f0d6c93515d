#include "host/stages/metrics.hpp"

#include <algorithm>

namespace fairslot::stages {
namespace {

/// A mean under way.
class Mean {
 public:
  void add(double value) { sum_ += value, ++count_; }
  std::optional<double> value() const {
    if (count_ == 0) return std::nullopt;
    return sum_ / static_cast<double>(count_);
  }

 private:
  double sum_ = 0;
  std::int64_t count_ = 0;
};

std::optional<double>& of(Metrics& metrics, Metric metric) {
  return metrics[static_cast<std::size_t>(metric)];
}

void measure_tasks(Metrics& metrics, Instance const& instance, Outcome const& outcome,
                   double small_seconds) {
  Mean all, small, large, response;
  for (std::size_t t = 0; t < outcome.tasks.size(); ++t) {
    TaskOutcome const& task = outcome.tasks[t];
    if (task.end == not_yet) continue;
    double const seconds = seconds_of(instance, instance.tasks[t]);
    all.add(task.end - task.start);
    (seconds <= small_seconds ? small : large).add(task.end - task.start);
    response.add(task.start - task.ready);
  }
  of(metrics, Metric::task_time) = all.value();
  of(metrics, Metric::small_time) = small.value();
  of(metrics, Metric::large_time) = large.value();
  of(metrics, Metric::task_response) = response.value();
}

void measure_jobs(Metrics& metrics, Instance const& instance, Outcome const& outcome,
                  Settings const& settings) {
  Mean response, jct;
  double first = for_ever, last = 0;
  for (std::size_t j = 0; j < outcome.jobs.size(); ++j) {
    JobOutcome const& job = outcome.jobs[j];
    Job const& given = instance.jobs[j];
    if (given.service) continue;
    first = std::min(first, given.submit);
    double const computing = settings.match_us * 1e-6 * static_cast<double>(job.matches_before);
    if (job.first_match != not_yet) response.add(job.first_match - given.submit + computing);
    if (job.finish == not_yet) continue;
    jct.add(job.finish - given.submit);
    last = std::max(last, job.finish);
  }
  of(metrics, Metric::response) = response.value();
  of(metrics, Metric::jct) = jct.value();
  if (jct.value()) of(metrics, Metric::makespan) = last - first;
}

void measure_samples(Metrics& metrics, Outcome const& outcome) {
  Mean fairness, utilization;
  for (SampleOutcome const& sample : outcome.samples) {
    if (sample.active_jobs == 0) continue;
    fairness.add(sample.jain);
    utilization.add(sample.used_cpu);
  }
  of(metrics, Metric::fairness) = fairness.value();
  of(metrics, Metric::utilization) = utilization.value();
}

void measure_errors(Metrics& metrics, Outcome const& outcome) {
  constexpr Metric errors[] = {Metric::error_cpu, Metric::error_memory, Metric::error_time};
  for (std::size_t i = 0; i < std::size(errors); ++i) {
    Mean mean;
    for (TaskOutcome const& task : outcome.tasks)
      if (task.error) mean.add((*task.error)[i]);
    of(metrics, errors[i]) = mean.value();
  }
}

void measure_decisions(Metrics& metrics, Decisions const& own) {
  of(metrics, Metric::oom) = static_cast<double>(own.oom);
  if (own.work > 0) of(metrics, Metric::compression) = own.squeezed_work / own.work;
  of(metrics, Metric::recycled) = static_cast<double>(own.recycled);
  if (own.matches > 0)
    of(metrics, Metric::match_seconds) = own.seconds / static_cast<double>(own.matches);
}

}  // namespace

Metrics measured(Instance const& instance, Outcome const& outcome, Settings const& settings,
                 double small_seconds) {
  Metrics metrics;
  measure_tasks(metrics, instance, outcome, small_seconds);
  measure_jobs(metrics, instance, outcome, settings);
  measure_samples(metrics, outcome);
  measure_errors(metrics, outcome);
  measure_decisions(metrics, outcome.decisions);
  return metrics;
}

}  // namespace fairslot::stages
