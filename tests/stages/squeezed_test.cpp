// What squeezing costs is seen once, in what is learnt and in what is reported; servers that are
// squeezed for too long, or overrun, let go.
#include <gtest/gtest.h>

#include <cmath>

#include "host/stages/metrics.hpp"
#include "host/stages/simulation.hpp"
#include "host/stages/workload.hpp"

namespace fairslot::stages {
namespace {

struct Simulated {
  Scenario scenario;
  Instance instance;
  Outcome outcome;

  Simulated(std::string const& text, SchedulerName scheduler)
      : scenario(parse_scenario(text, "test.toml").scenario),
        instance(make_instance(scenario, 0, {})),
        outcome(simulate(instance, {scheduler, settings_of(scenario), background_of(scenario, 0)},
                         {})) {}
};

constexpr char two_at_four_fifths[] = R"(
simulation = "stages"
locality = false
known = true
limit = 0.5
workers = [{capacity = [4, 8]}]
[[jobs]]
tasks = [{count = 2, stages = [[2.5, 1, 10]], request = [2.5, 1]}]
)";

TEST(Squeezed, TimeIsLostInProportion) {
  Simulated const run(two_at_four_fifths, SchedulerName::fgm);
  EXPECT_EQ(run.outcome.tasks[0].end, 12.5);
  EXPECT_EQ(run.outcome.tasks[1].end, 12.5);
  auto const metrics = measured(run.instance, run.outcome, settings_of(run.scenario), 60);
  EXPECT_NEAR(*metrics[static_cast<std::size_t>(Metric::compression)], 0.2, 1e-12);
}

TEST(Squeezed, IsSeenOnceInWhatIsLearnt) {
  Simulated const run(two_at_four_fifths, SchedulerName::fgm);
  Server server(run.instance, run.instance.workers[0], 0);
  Running one;
  for (one.task = 0; one.task < 2; ++one.task) server.start(one);
  server.go_to(12.5);
  for (Point const& point : server.observed(server.running()[0], 2)) {
    EXPECT_NEAR(point.need[cpu], 2.0, 1e-12);
    EXPECT_NEAR(point.seconds, 6.25, 1e-12);
    EXPECT_NEAR(point.compression, 0.2, 1e-12);
  }
}

/// The first task overruns the server's memory, takes the second one with it, and is killed alone
/// then: the second has the empty server to itself, and those like it.
TEST(Overrun, WhoWasKilledBesideTheReasonStartsAgain) {
  for (SchedulerName const name : {SchedulerName::fgm, SchedulerName::drf}) {
    Simulated const run(R"(
simulation = "stages"
locality = false
workers = [{capacity = [4, 8]}, {capacity = [2, 16]}]
[[jobs]]
tasks = [{stages = [[1, 1, 1], [1, 10, 1]], request = [1, 1]}]
[[jobs]]
submit = 0.5
tasks = [{stages = [[1, 1, 1]], request = [3, 2], count = 20}]
)",
                        name);
    EXPECT_EQ(run.outcome.decisions.oom, 2);
    for (TaskOutcome const& task : run.outcome.tasks) EXPECT_FALSE(task.never);
    for (std::size_t t = 1; t < run.outcome.tasks.size(); ++t)
      EXPECT_EQ(run.outcome.tasks[t].server, 0);  // the other has too few cores for the request
  }
}

/// By rounding the clock would be there a little before the event.
TEST(Server, IsNotBeyondTheEndOfAStageThatHasNotBeenEnded) {
  for (int i = 0; i < 1000; ++i) {
    Instance instance;
    instance.resources = {"cpu", "mem_gib"};
    instance.stages = {{{amount_of(1.0)}, 0.1 + 0.1 * i}};
    instance.tasks = {{.stages = 1}};
    Server server(instance, {amount_of(0.7)}, 0);  // which squeezes it
    server.go_to(0.7 * i);
    double const mark = server.clock() + instance.stages[0].seconds;
    server.start({});
    double const end = *server.next_end();
    server.go_to(std::nextafter(end, 0.0));
    EXPECT_LT(server.clock(), mark);
    EXPECT_LE(*server.next_end(), end);
    server.end_stages(end, [](Running const&) {});
    EXPECT_TRUE(server.running().empty());
  }
}

/// Taught that a task needs one core for ten seconds, three that need two for long are started.
TEST(Squeezed, WhatLastsFarLongerThanPredictedIsRecycled) {
  Simulated const run(R"(
simulation = "stages"
locality = false
sample = 1
window = 4
update = 4
min_similar = 1
fine_threshold = 1e-6
coarse_threshold = 1e-5
stop_threshold = 1e-4
idle_threshold = 0.5
workers = [{capacity = [4, 64]}]
[[jobs]]
logic = "same"
tasks = [{stages = [[1, 1, 10]], request = [1, 1]}]
[[jobs]]
submit = 13
logic = "same"
tasks = [{count = 3, stages = [[2, 1, 60]], request = [1, 1]}]
)",
                      SchedulerName::fgm);
  EXPECT_GT(run.outcome.decisions.recycled, 0);
  EXPECT_EQ(run.outcome.decisions.oom, 0);
  for (TaskOutcome const& task : run.outcome.tasks) EXPECT_GT(task.end, 0);
}

/// A request says nothing of the background that is there.
TEST(Overrun, OtherServersAreAskedNext) {
  for (SchedulerName const scheduler : {SchedulerName::fgm, SchedulerName::drf}) {
    Simulated const run(R"(
simulation = "stages"
locality = false
workers = [{capacity = [4, 8]}, {capacity = [4, 8]}]
load = [{time = 5.5, worker = 0, amounts = [0, 6]}]
[[jobs]]
submit = 6
tasks = [{stages = [[1, 4, 10]], request = [1, 4]}]
)",
                        scheduler);
    EXPECT_EQ(run.outcome.tasks[0].killed, 1);
    EXPECT_EQ(run.outcome.tasks[0].server, 1);
    EXPECT_EQ(run.outcome.tasks[0].end, 20);  // it is started at the next sample, 10 s
  }
}

TEST(Capacity, TheEarlierJobIsFirstOfQueuesThatHaveUsedEquallyMuch) {
  Simulated const run(R"(
simulation = "stages"
locality = false
queues = [0.5, 0.5]
workers = [{capacity = [1, 1]}]
[[jobs]]
queue = 1
tasks = [{stages = [[1, 1, 10]], request = [1, 1]}]
[[jobs]]
submit = 1
queue = 1
tasks = [{stages = [[1, 1, 10]], request = [1, 1]}]
[[jobs]]
submit = 2
queue = 0
tasks = [{stages = [[1, 1, 10]], request = [1, 1]}]
)",
                      SchedulerName::capacity);
  EXPECT_EQ(run.outcome.tasks[1].start, 10);
  EXPECT_EQ(run.outcome.tasks[2].start, 20);
}

}  // namespace
}  // namespace fairslot::stages
