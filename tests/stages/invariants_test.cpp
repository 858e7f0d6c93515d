// What holds after every event of every run.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "host/stages/simulation.hpp"
#include "host/stages/workload.hpp"
#include "tests/stages/random_instance.hpp"

namespace fairslot::stages {
namespace {

constexpr double rounding = 1e-6;  // of seconds, over a run

void check_server(Server const& server) {
  if (!server.running().empty())
    for (std::size_t r = memory; r < most_resources; ++r)
      RC_ASSERT(server.used()[r] + server.background()[r] <= server.capacity()[r]);
  auto const demand = static_cast<double>(server.used()[cpu] + server.background()[cpu]);
  RC_ASSERT(demand * server.given() <= static_cast<double>(server.capacity()[cpu]) * (1 + 1e-12) ||
            !server.is_squeezed());
  RC_ASSERT(server.is_squeezed() == (demand > static_cast<double>(server.capacity()[cpu])));
}

struct Run {
  Scenario scenario;
  Instance instance;
  Outcome outcome;
};

Run run(std::uint64_t seed, RandomShape const& shape, SchedulerName name) {
  Run result{random_scenario(seed, shape), {}, {}};
  result.instance = make_instance(result.scenario, 0, {});
  Spectator spectator;
  double before = 0;
  spectator.event = [&before](double time, std::vector<Server> const& servers) {
    RC_ASSERT(time >= before);
    before = time;
    for (Server const& server : servers) check_server(server);
  };
  Settings const settings = settings_of(result.scenario);
  result.outcome = simulate(result.instance, {name, settings, {}}, spectator);
  return result;
}

double ideal_time(Run const& run, std::size_t task) {
  return seconds_of(run.instance, run.instance.tasks[task]);
}

SchedulerName any_scheduler() { return static_cast<SchedulerName>(*rc::gen::inRange(0, 5)); }

RC_GTEST_PROP(StagesInvariants, EveryTaskEndsOnceOrNever, ()) {
  RandomShape shape;
  shape.background = *rc::gen::arbitrary<bool>(), shape.deadlines = *rc::gen::arbitrary<bool>();
  shape.services = *rc::gen::arbitrary<bool>(), shape.uneven = *rc::gen::arbitrary<bool>();
  Run const own = run(*rc::gen::arbitrary<std::uint64_t>(), shape, any_scheduler());
  double const remote = own.scenario.settings.remote;
  for (std::size_t t = 0; t < own.outcome.tasks.size(); ++t) {
    TaskOutcome const& task = own.outcome.tasks[t];
    if (own.instance.kind_of(static_cast<std::int32_t>(t)).service) continue;
    RC_ASSERT((task.end == not_yet) == task.never);
    if (task.never) continue;
    RC_ASSERT(task.start >= task.ready);
    // Work is conserved: full speed is the least, all else is compression.
    RC_ASSERT(task.end - task.start >= ideal_time(own, t) - rounding);
    if (own.outcome.decisions.squeezed_work == 0)
      RC_ASSERT(task.end - task.start <= ideal_time(own, t) * remote + rounding);
  }
}

RC_GTEST_PROP(StagesInvariants, ExactPredictionsOverrunNothingAndKeepDeadlines, ()) {
  RandomShape shape;
  shape.exact = shape.deadlines = true, shape.uneven = *rc::gen::arbitrary<bool>();
  Run const own = run(*rc::gen::arbitrary<std::uint64_t>(), shape, SchedulerName::fgm);
  RC_ASSERT(own.outcome.decisions.oom == 0);
  std::vector<std::int32_t> const nowhere;
  for (std::size_t t = 0; t < own.outcome.tasks.size(); ++t) {
    TaskOutcome const& task = own.outcome.tasks[t];
    double const deadline = own.instance.tasks[t].deadline;
    auto const& places = own.instance.replicas.empty() ? nowhere : own.instance.replicas[t];
    bool const is_afar = own.scenario.settings.locality && !places.empty() &&
                         std::ranges::count(places, task.server) == 0;
    double const stretch = is_afar ? own.instance.stages_of(own.instance.tasks[t])->seconds *
                                         (own.scenario.settings.remote - 1)
                                   : 0;
    bool const could_be_kept = task.start + ideal_time(own, t) + stretch <= deadline;
    if (task.never || !could_be_kept) continue;
    RC_ASSERT(task.end <= deadline + rounding);
  }
}

}  // namespace
}  // namespace fairslot::stages
