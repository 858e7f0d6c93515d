// What is known exactly fits exactly, though sums of times are rounded.
#include <gtest/gtest.h>

#include "host/stages/simulation.hpp"
#include "host/stages/workload.hpp"

namespace fairslot::stages {
namespace {

void add_job(Scenario& scenario, double submit, StageRows stages, std::string logic) {
  Scenario::Job& job = scenario.jobs.change().emplace_back();
  job.submit = submit, job.logic = std::move(logic);
  job.tasks.change().emplace_back().stages = std::move(stages);
}

Outcome run(Scenario const& scenario, SchedulerName name = SchedulerName::fgm) {
  Instance const instance = make_instance(scenario, 0, {});
  return simulate(instance, {name, settings_of(scenario), {}});
}

/// All of one memory is handed on at stages' ends: 6.54 + 7.9 + 2.3 is not 6.54 + (7.9 + 2.3).
TEST(ExactEnds, NobodyIsKilledByARoundingStep) {
  Scenario scenario;
  scenario.settings.known = true, scenario.settings.locality = false;
  scenario.workers.change() = {{1, {4, 8}}};
  add_job(scenario, 6.54, {{1, 5, 7.9}, {1, 5.5, 2.3}, {1, 1, 5}}, "a");
  add_job(scenario, 6.54, {{1, 1, 10.2}}, "b");
  add_job(scenario, 6.54, {{1, 6, 1}}, "c");
  Outcome const outcome = run(scenario);
  EXPECT_EQ(outcome.decisions.oom, 0);
  for (TaskOutcome const& task : outcome.tasks) EXPECT_GT(task.end, 0);
}

/// A stage that needs more cores than there are runs squeezed, alone, under fgm as by request.
TEST(ExactEnds, MoreCoresThanThereAre) {
  Scenario scenario;
  scenario.settings.known = true;
  scenario.workers.change() = {{1, {4, 8}}};
  add_job(scenario, 0, {{6, 1, 10}}, "a");
  scenario.jobs.change()[0].tasks.change()[0].request = {4, 1};
  for (SchedulerName const name : {SchedulerName::fgm, SchedulerName::drf})
    EXPECT_DOUBLE_EQ(run(scenario, name).tasks[0].end, 15);
}

/// A deadline that is lost already keeps nobody waiting for ever.
TEST(ExactEnds, ALostDeadlineDoesNotStandInTheWay) {
  Scenario scenario;
  scenario.settings.known = true;
  scenario.workers.change() = {{1, {4, 8}}};
  add_job(scenario, 0, {{1, 1, 1}}, "service");
  scenario.jobs.change()[0].tasks.change()[0].service = true;
  scenario.jobs.change()[0].tasks.change()[0].request = {1, 1};
  add_job(scenario, 0, {{3.2, 1, 10}}, "a");
  scenario.jobs.change()[1].tasks.change()[0].deadline = 10;  // never kept beside the service
  Outcome const outcome = run(scenario);
  EXPECT_EQ(outcome.tasks[1].start, 5);  // at the first sample it is lost
  EXPECT_FALSE(outcome.tasks[1].never);
}

/// A start beside its input begins the job's wait anew at once, not when the next worker is asked.
TEST(ExactEnds, AWaitForInputIsNoLongerThanItsKey) {
  for (std::int64_t seed = 0; seed < 50; ++seed) {
    Scenario scenario;
    scenario.seed = seed, scenario.settings.replicas = 1;
    scenario.workers.change() = {{2, {1, 1}}};
    Scenario::Job& job = scenario.jobs.change().emplace_back();
    for (double const seconds : {4, 30, 30}) {
      Scenario::JobTasks& tasks = job.tasks.change().emplace_back();
      tasks.input = 64, tasks.stages = {{1, 1, seconds}};
    }
    for (SchedulerName const name : {SchedulerName::fgm, SchedulerName::fifo}) {
      Outcome const outcome = run(scenario, name);
      for (TaskOutcome const& task : outcome.tasks)
        EXPECT_LE(task.start, 4 + scenario.settings.wait) << seed;
    }
  }
}

}  // namespace
}  // namespace fairslot::stages
