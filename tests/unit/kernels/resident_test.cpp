// How many runs find a place, and what reports say about device and memory.
#include "gtest/gtest.h"
#include "kernels/places.hpp"
#include "kernels/simulation.hpp"
#include "tests/draft.hpp"

namespace fairslot {
namespace {

Problem problem_of(int users) {
  Draft draft{.resources = 2, .horizon = 0, .servers = {{8, 8}, {4, 8}}, .users = {}};
  for (int u = 0; u < users; ++u)
    draft.users.push_back({1, {{1 + u % 3, 5, 2, {1, 2}, std::nullopt, std::nullopt}}});
  return build(draft);
}

int places(SimulatorSettings settings, std::shared_ptr<Problem const> const& problem, int most) {
  Simulator simulator(settings);
  int added = 0;
  for (; added < most && simulator.has_room(); ++added)
    simulator.add(static_cast<std::uint64_t>(added), problem, parse_policy("tsf"));
  return added;
}

TEST(Resident, AsManyRunsAsMemoryHolds) {
  auto const problem = std::make_shared<Problem const>(problem_of(40));
  RunMemory const needs = memory_of_run(*problem, parse_policy("tsf"));
  std::uint64_t const three = needs.problem + 3 * needs.run;
  EXPECT_EQ(places({.memory = three}, problem, 10), 3);
  EXPECT_EQ(places({.memory = three - 1}, problem, 10), 2);
  EXPECT_EQ(places({.memory = 1}, problem, 10), 1);
  EXPECT_EQ(places({.resident = 2, .memory = three}, problem, 10), 2);
}

TEST(Resident, OfLongRunsAFewAreEnough) {
  if (Runtime::device().starts_with("Cuda")) GTEST_SKIP() << "there the memory says how many";
  auto const runs_of = [](std::int64_t tasks, int resident) {
    Draft draft{.resources = 1, .horizon = 0, .servers = {{8}}, .users = {}};
    draft.users.push_back({1, {{1, tasks, 2, {1}, std::nullopt, std::nullopt}}});
    return places({.resident = resident}, std::make_shared<Problem const>(build(draft)), 1000);
  };
  int const few = few_runs(Runtime::threads());
  EXPECT_EQ(runs_of(tasks_of_few, 0), few);
  EXPECT_EQ(runs_of(tasks_of_few / 2, 0), 2 * few);
  EXPECT_EQ(runs_of(tasks_of_few, few + 3), few + 3);
  EXPECT_EQ(runs_of(5, 0), places_of_runs(Runtime::threads()));
}

TEST(Resident, PlacesAreFreeAgainWhereRunsEnd) {
  auto const problem = std::make_shared<Problem const>(problem_of(40));
  RunMemory const needs = memory_of_run(*problem, parse_policy("tsf"));
  Simulator simulator({.memory = needs.problem + needs.run});
  for (std::uint64_t round = 0; round < 3; ++round) {
    ASSERT_TRUE(simulator.has_room());
    simulator.add(round, problem, parse_policy("tsf"));
    EXPECT_FALSE(simulator.has_room());
    while (!simulator.idle()) simulator.advance();
  }
}

// A run that is given up while it is made ready leaves nothing behind.
TEST(Resident, AddIsGivenUp) {
  struct GivenUp {};
  static bool give_up = true;
  auto const problem = std::make_shared<Problem const>(problem_of(40));
  Simulator simulator({.check = [] {
    if (give_up) throw GivenUp();
  }});
  EXPECT_THROW(simulator.add(0, problem, parse_policy("tsf")), GivenUp);
  EXPECT_TRUE(simulator.idle());
  give_up = false;
  simulator.add(1, problem, parse_policy("tsf"));
  std::vector<RunResult> ended;
  while (ended.empty()) ended = simulator.advance();
  EXPECT_EQ(ended.front().started, 200);
}

TEST(Resident, MemoryOfARun) {
  Policy const policy = parse_policy("tvtsf");
  RunMemory const small = memory_of_run(problem_of(10), policy);
  RunMemory const large = memory_of_run(problem_of(1000), policy);
  EXPECT_GT(small.run, 0u);
  EXPECT_GT(large.run, small.run);
  EXPECT_GT(large.problem, small.problem);
  EXPECT_LT(memory_of_run(problem_of(10), policy, {.slots = false, .picks = false}).run, small.run);
  EXPECT_GT(memory_of_run(problem_of(10), policy, {.slots = true, .picks = true}).run, small.run);
}

// Nothing to be indexed by: seen by the address sanitizer.
TEST(Resident, NoJobsByEveryEngine) {
  Problem const problem =
      build(Draft{.resources = 2, .horizon = 0, .servers = {{8, 8}, {4, 8}}, .users = {{}}});
  for (EngineInfo const& info : engine_infos())
    EXPECT_EQ(simulate(problem, parse_policy("tvtsf"), {}, info.engine).started, 0) << info.name;
}

TEST(Resident, DetailsOfTheProcessor) {
  DeviceDetails const details = device_details();
  EXPECT_EQ(details.device, Runtime::device());
  EXPECT_EQ(details.side_by_side, Runtime::threads());
  EXPECT_GT(details.memory_free, 0u);
  EXPECT_LT(details.memory_free, details.memory_total);
  EXPECT_EQ(details.block_threads, 0);
  EXPECT_EQ(details.registers, 0);
}

}  // namespace
}  // namespace fairslot
