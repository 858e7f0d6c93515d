// The engine against its time-stepped twins: start by start where nothing is squeezed, by ends
// where much is.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "host/stages/workload.hpp"
#include "tests/oracle/stages/plain.hpp"
#include "tests/oracle/stages/squeezed.hpp"
#include "tests/oracle/stages/twin.hpp"
#include "tests/stages/random_instance.hpp"

namespace fairslot::stages {
namespace {

constexpr double step = 0.125;  // times are quarters, and half as long again without input

using Fate = std::tuple<double, double, double, int, int, bool>;

std::vector<Fate> fates(std::vector<TaskOutcome> const& tasks) {
  std::vector<Fate> all;
  for (TaskOutcome const& t : tasks)
    all.emplace_back(t.ready, t.start, t.end, t.server, t.killed, t.never);
  return all;
}

RC_GTEST_PROP(StagesTwin, StartsAreEqual, ()) {
  RandomShape shape;
  shape.roomy = true;
  shape.background = *rc::gen::arbitrary<bool>(), shape.services = *rc::gen::arbitrary<bool>();
  shape.deadlines = *rc::gen::arbitrary<bool>();
  Scenario scenario = random_scenario(*rc::gen::arbitrary<std::uint64_t>(), shape);
  scenario.settings.points = 16, scenario.settings.remote = 1.5;
  Instance const instance = make_instance(scenario, 0, {});
  for (std::size_t s = 0; s < scheduler_names.size(); ++s) {
    Terms const terms{static_cast<SchedulerName>(s), settings_of(scenario), {}};
    auto const twin = twin::simulate(instance, terms, step);
    RC_ASSERT(fates(simulate(instance, terms).tasks) == fates(twin));
  }
}

/// Whatever is squeezed, killed, late or elsewhere: the engine with a matcher that remembers
/// nothing.
RC_GTEST_PROP(StagesTwin, StartsAreThoseOfAPlainMatcher, ()) {
  RandomShape shape;
  shape.exact = *rc::gen::arbitrary<bool>();
  shape.background = *rc::gen::arbitrary<bool>(), shape.services = *rc::gen::arbitrary<bool>();
  shape.deadlines = *rc::gen::arbitrary<bool>(), shape.roomy = *rc::gen::arbitrary<bool>();
  shape.uneven = *rc::gen::arbitrary<bool>();
  Scenario scenario = random_scenario(*rc::gen::arbitrary<std::uint64_t>(), shape);
  scenario.settings.order = static_cast<Order>(*rc::gen::inRange(0, 4));
  Instance const instance = make_instance(scenario, 0, {});
  for (std::size_t s = 0; s < scheduler_names.size(); ++s) {
    Terms const terms{static_cast<SchedulerName>(s), settings_of(scenario), {}};
    Outcome const own = simulate(instance, terms);
    Outcome const plain = simulate(instance, terms, {}, twin::plain_scheduler());
    RC_ASSERT(fates(own.tasks) == fates(plain.tasks));
    RC_ASSERT(own.decisions.matches <= plain.decisions.matches);
    RC_ASSERT(own.decisions.visits <= plain.decisions.visits);
  }
}

/// What was refused is not asked again: a queue of equal tasks costs a match for each start and a
/// few for each change, not one for each that waits.
TEST(StagesTwin, RefusalsAreRemembered) {
  Scenario scenario;
  scenario.settings.locality = false;
  scenario.workers.change() = {{10, {4, 8}}};
  for (int j = 0; j < 20; ++j) {
    Scenario::Job& job = scenario.jobs.change().emplace_back();
    job.submit = j;
    job.logic = j % 2 ? "odd" : "even";
    Scenario::JobTasks& tasks = job.tasks.change().emplace_back();
    tasks.count = 50;
    tasks.stages = {{1.0 + j % 2, 0.5, 4}, {0.5, 1.5, 8}};
  }
  Instance const instance = make_instance(scenario, 0, {});
  Terms const terms{SchedulerName::fgm, settings_of(scenario), {}};
  Outcome const own = simulate(instance, terms);
  Outcome const plain = simulate(instance, terms, {}, twin::plain_scheduler());
  EXPECT_EQ(fates(own.tasks), fates(plain.tasks));
  EXPECT_LT(own.decisions.matches, plain.decisions.matches / 50);
  EXPECT_LT(own.decisions.visits, plain.decisions.visits);
}

/// One worker with memory for all and CPU for few.
Scenario squeezing(std::uint64_t seed) {
  RandomShape shape;
  shape.background = true;
  Scenario scenario = random_scenario(seed, shape);
  scenario.settings.locality = false;
  scenario.settings.degradation = 1e6;  // nothing is recycled
  scenario.workers.change() = {{1, {4, 1000}}};
  for (auto& load : scenario.load.change()) load.worker = 0;
  for (auto& job : scenario.jobs.change())
    for (auto& tasks : job.tasks.change()) tasks.request = {0.25, 0.25};
  return scenario;
}

/// Each event is late by a step at most, and squeezes others for longer.
RC_GTEST_PROP(StagesTwin, SqueezedEndsAreWithinStepsOfEachEvent, ()) {
  Scenario const scenario = squeezing(*rc::gen::arbitrary<std::uint64_t>());
  auto const name = static_cast<SchedulerName>(*rc::gen::inRange(0, 5));
  Instance const instance = make_instance(scenario, 0, {});
  Terms const terms{name, settings_of(scenario), {}};
  Outcome const outcome = simulate(instance, terms);
  std::vector<double> starts;
  for (TaskOutcome const& task : outcome.tasks) starts.push_back(task.start);
  std::size_t events = instance.tasks.size() + instance.background.size();
  for (Task const& task : instance.tasks) events += task.stages;
  for (double const finer : {1.0 / 16, 1.0 / 256}) {
    auto const ends = twin::squeezed_ends(instance, starts, terms.settings.penalty, finer);
    for (std::size_t t = 0; t < ends.size(); ++t)
      RC_ASSERT(std::abs(ends[t] - outcome.tasks[t].end) <=
                4 * finer * static_cast<double>(events));
  }
}

}  // namespace
}  // namespace fairslot::stages
