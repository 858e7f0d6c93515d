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

/// Over samples, with the workers as listed.
std::array<Estimate, metric_count> means_of(Scenario const& scenario, SchedulerName name,
                                            std::vector<SwimRow> const& rows) {
  std::vector<Measured> samples;
  Settings const settings = settings_of(scenario);
  for (std::uint64_t sample = 0; sample < 10; ++sample) {
    Instance const instance = make_instance(scenario, sample, rows);
    Outcome const outcome = simulate(instance, {name, settings, {}});
    samples.push_back({{measured(instance, outcome, settings, 30)}, {{}}});
  }
  Scenario alone = scenario;
  alone.schedulers = {name};
  return summarize(alone, 0, samples).metrics.front();
}

TEST(StagesEqualities, OrderOfWorkersIsNoAdvantage) {
  Scenario scenario;
  scenario.total_gb = 2, scenario.largest_job = 0.5;
  scenario.workers.change() = {{1, {8, 16}}, {1, {16, 16}}, {1, {32, 32}}};
  Scenario reversed = scenario;
  std::ranges::reverse(reversed.workers.change());
  auto const rows = swim_rows(scenario.swim.path());
  for (SchedulerName const name : scenario.schedulers) {
    auto const one = means_of(scenario, name, rows), other = means_of(reversed, name, rows);
    for (Metric const metric : {Metric::jct, Metric::makespan, Metric::task_time,
                                Metric::utilization, Metric::fairness}) {
      auto const m = static_cast<std::size_t>(metric);
      EXPECT_NEAR(one[m].mean, other[m].mean, *one[m].half)
          << scheduler_names[static_cast<std::size_t>(name)] << ' ' << metric_names[m];
    }
  }
}

}  // namespace
}  // namespace fairslot::stages
