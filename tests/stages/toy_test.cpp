// The paper's example: 4.05 squeezed, 7 by request.
#include <gtest/gtest.h>

#include "host/stages/simulation.hpp"
#include "host/stages/workload.hpp"

namespace fairslot::stages {
namespace {

double makespan(SchedulerName name) {
  auto const file = read_scenario("scenarios/stages/toy.toml");
  Instance const instance = make_instance(file.scenario, 0, {});
  Outcome const outcome = simulate(instance, {name, settings_of(file.scenario), {}});
  double last = 0;
  for (TaskOutcome const& task : outcome.tasks) last = std::max(last, task.end);
  return last;
}

TEST(Toy, FgmTakes405) { EXPECT_NEAR(makespan(SchedulerName::fgm), 4.05, 1e-12); }

TEST(Toy, RequestsTake7) {
  for (auto const name :
       {SchedulerName::fifo, SchedulerName::capacity, SchedulerName::fair, SchedulerName::drf})
    EXPECT_NEAR(makespan(name), 7, 1e-12);
}

}  // namespace
}  // namespace fairslot::stages
