#include "host/stages/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/stages/builder.hpp"
#include "host/stages/drawn_jobs.hpp"
#include "host/stages/draws.hpp"
#include "host/stages/groups.hpp"

namespace fairslot::stages {
namespace {

constexpr double mib = 1048576, shortest_block = 0.1;

Instance written_out(Scenario const& scenario, std::uint64_t sample) {
  Builder builder(scenario, sample);
  for (std::size_t j = 0; j < scenario.jobs.size(); ++j) {
    Scenario::Job const& job = scenario.jobs[j];
    builder.add_job(job.submit, job.queue.value_or(-1), job.tasks.front().service);
    std::string const logic = job.logic.empty() ? fmt::format("job {}", j) : "logic " + job.logic;
    std::vector<int> const afters = afters_of(job);
    for (std::size_t t = 0; t < job.tasks.size(); ++t) {
      Scenario::JobTasks const& tasks = job.tasks[t];
      std::vector<Stage> stages;
      for (auto const& row : tasks.stages) stages.push_back(builder.stage(row));
      Amounts const request =
          tasks.request.empty() ? builder.request_for(stages) : builder.amounts(tasks.request);
      double const deadline = tasks.deadline ? job.submit + *tasks.deadline : for_ever;
      builder.add_group(afters[t]);
      for (std::int64_t i = 0; i < tasks.count; ++i)
        builder.add_task(stages, request, logic + "/" + name_of(job, t), tasks.input, deadline);
    }
  }
  return builder.finish();
}

class Drawer {
 public:
  Drawer(Scenario const& scenario, std::uint64_t sample, std::vector<SwimRow> const& rows)
      : scenario_(scenario), builder_(scenario, sample), jobs_(scenario, sample, rows) {}

  Instance instance() && {
    for (std::int64_t i = 0; i < scenario_.services; ++i) add_service();
    while (auto const job = jobs_.next()) add_job(*job);
    return builder_.finish();
  }

 private:
  void add_service() {
    Amounts const request = builder_.amounts(scenario_.service_request);
    builder_.add_job(0, -1, true);
    builder_.add_group(-1);
    builder_.add_task({{request, for_ever}}, request, "service", 0, for_ever);
  }

  std::vector<Stage> stages_of(DrawnTasks const& tasks) const {
    std::vector<Stage> stages;
    for (auto const& row : tasks.stages) stages.push_back(builder_.stage(row));
    return stages;
  }

  /// A task's truth.
  std::vector<Stage> noisy(std::vector<Stage> stages, std::uint32_t task, double block) const {
    std::uint32_t number = 0;
    auto const times = [&](double amount) {
      double const u =
          uniform(builder_.random().bits(Draw::stage_noise, task, builder_.job_number(), number++));
      return amount * (1 + scenario_.noise * (2 * u - 1));
    };
    for (Stage& stage : stages) {
      for (std::size_t r = 0; r < scenario_.resources.size(); ++r)
        stage.need[r] = amount_of(times(to_number(stage.need[r])));
      stage.need[cpu] = std::min(stage.need[cpu], most_cpu());
      stage.seconds = times(stage.seconds) * block;
    }
    return stages;
  }
  Amount most_cpu() const {
    double most = 0;
    for (Scenario::Worker const& worker : scenario_.workers)
      most = std::max(most, worker.capacity.front());
    return amount_of(most);
  }

  void add_tasks(DrawnTasks const& tasks, double block_mib, std::string const& logic,
                 double deadline) {
    std::vector<Stage> const stages = stages_of(tasks);
    Amounts const request = builder_.request_for(stages);
    for (std::int64_t i = 0; i < tasks.count; ++i) {
      double const part = i + 1 == tasks.count ? tasks.last : 1.0;
      builder_.add_task(noisy(stages, task_++, std::max(part, shortest_block)), request, logic,
                        std::max(1.0, std::floor(part * block_mib * mib)), deadline);
    }
  }

  void add_job(DrawnJob const& job) {
    double const ideal =
        seconds_of(job.maps) + (job.reduces.count > 0 ? seconds_of(job.reduces) : 0.0);
    double const deadline =
        scenario_.deadline_factor > 0 ? job.submit + scenario_.deadline_factor * ideal : for_ever;
    builder_.add_job(job.submit, -1, false);
    task_ = 0;
    builder_.add_group(-1);
    add_tasks(job.maps, scenario_.block_mib, job.logic + "/map", deadline);
    if (job.reduces.count == 0) return;
    builder_.add_group(0);
    add_tasks(job.reduces, scenario_.reduce_mib, job.logic + "/reduce", deadline);
  }
  static double seconds_of(DrawnTasks const& tasks) {
    double seconds = 0;
    for (auto const& row : tasks.stages) seconds += row.back();
    return seconds;
  }

  Scenario const& scenario_;
  Builder builder_;
  DrawnJobs jobs_;
  std::uint32_t task_ = 0;  ///< of the job
};

}  // namespace

Instance make_instance(Scenario const& scenario, std::uint64_t sample,
                       std::vector<SwimRow> const& rows) {
  if (!scenario.is_drawn()) return written_out(scenario, sample);
  return Drawer(scenario, sample, rows).instance();
}

Settings settings_of(Scenario const& scenario) {
  Settings settings = scenario.settings;
  for (double* const threshold :
       {&settings.fine_threshold, &settings.coarse_threshold, &settings.stop_threshold})
    *threshold *= scenario.threshold_factor;
  return settings;
}

OnOff background_of(Scenario const& scenario, std::uint64_t sample) {
  if (scenario.environment == Scenario::Environment::dedicated) return {};
  return {scenario.background_seconds, scenario.background,
          static_cast<std::uint64_t>(scenario.seed), sample};
}

}  // namespace fairslot::stages
