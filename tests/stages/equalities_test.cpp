// Schedulers that must agree on special instances.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "host/stages/run.hpp"
#include "host/stages/simulation.hpp"
#include "host/stages/workload.hpp"
#include "tests/stages/random_instance.hpp"

namespace fairslot::stages {
namespace {

using Starts = std::vector<std::pair<double, std::int32_t>>;

Starts starts_of(Outcome const& outcome) {
  Starts starts;
  for (TaskOutcome const& task : outcome.tasks) starts.emplace_back(task.start, task.server);
  return starts;
}

Starts starts(Scenario const& scenario, Settings const& settings, SchedulerName name) {
  return starts_of(simulate(make_instance(scenario, 0, {}), {name, settings, {}}));
}

/// Nothing may be squeezed, no idle is asked for.
Settings unsqueezed(Scenario const& scenario) {
  Settings settings = settings_of(scenario);
  settings.limit = 0, settings.idle_threshold = 0;
  return settings;
}

RC_GTEST_PROP(StagesEqualities, FgmWithoutSqueezingOfOneStageIsDrf, ()) {
  RandomShape shape;
  shape.one_stage = shape.exact = true;
  Scenario const scenario = random_scenario(*rc::gen::arbitrary<std::uint64_t>(), shape);
  Settings const settings = unsqueezed(scenario);
  RC_ASSERT(starts(scenario, settings, SchedulerName::fgm) ==
            starts(scenario, settings, SchedulerName::drf));
}

RC_GTEST_PROP(StagesEqualities, CoarseEqualsFineWhereStagesAreOne, ()) {
  RandomShape shape;
  shape.one_stage = shape.exact = true;
  Scenario const scenario = random_scenario(*rc::gen::arbitrary<std::uint64_t>(), shape);
  Settings fine = unsqueezed(scenario), coarse = fine;
  coarse.coarse_threshold = -1, coarse.fine_threshold = -1;  // from the first update on
  RC_ASSERT(starts(scenario, fine, SchedulerName::fgm) ==
            starts(scenario, coarse, SchedulerName::fgm));
}

/// Of jobs, over samples, with the workers as listed.
Estimate mean_completion(Scenario const& scenario, std::vector<SwimRow> const& rows) {
  std::vector<double> means;
  Settings const settings = settings_of(scenario);
  for (std::uint64_t sample = 0; sample < 10; ++sample) {
    Instance const instance = make_instance(scenario, sample, rows);
    Outcome const outcome = simulate(instance, {SchedulerName::fgm, settings, {}});
    Metrics const metrics = measured(instance, outcome, settings, 30);
    means.push_back(*metrics[static_cast<std::size_t>(Metric::jct)]);
  }
  return estimate(means);
}

TEST(StagesEqualities, OrderOfWorkersIsNoAdvantage) {
  Scenario scenario;
  scenario.total_gb = 2, scenario.largest_job = 0.5;
  scenario.workers.change() = {{1, {8, 16}}, {1, {16, 16}}, {1, {32, 32}}};
  auto const rows = swim_rows(scenario.swim);
  Estimate const one = mean_completion(scenario, rows);
  std::ranges::reverse(scenario.workers.change());
  Estimate const other = mean_completion(scenario, rows);
  EXPECT_NEAR(one.mean, other.mean, *one.half);
}

}  // namespace
}  // namespace fairslot::stages
