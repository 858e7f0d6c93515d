// Which engine `auto` takes, by how many servers the tasks of a problem may use.
#include "kernels/search/choice.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "gtest/gtest.h"

namespace fairslot {
namespace {

/// Jobs of so many tasks that may use so many of the servers, the first ones.
struct Job {
  int tasks, permitted;
};

Problem problem_of(int resources, int servers, std::vector<Job> const& jobs) {
  ProblemBuilder builder(resources);
  std::vector<std::int32_t> const capacity(static_cast<std::size_t>(resources), 8),
      demand(capacity.size(), 1);
  for (int m = 0; m < servers; ++m) builder.add_server(capacity);
  int const user = builder.add_user();
  for (Job const& job : jobs) {
    std::vector<std::int32_t> permitted(static_cast<std::size_t>(job.permitted));
    std::iota(permitted.begin(), permitted.end(), 0);
    builder.add_job(user, 1, job.tasks, 1, demand, builder.placement(permitted));
  }
  return std::move(builder).build();
}

std::string_view taken(int resources, int servers, std::vector<Job> const& jobs,
                       std::string const& policy = "tvtsf") {
  return name_of(engine_of_run(problem_of(resources, servers, jobs), parse_policy(policy)));
}

class EngineChoice : public testing::Test {
 protected:
  void SetUp() override {
    if (taken(2, 1, {{1, 1}}) == "team") GTEST_SKIP() << "a device takes teams for all";
  }
};

TEST_F(EngineChoice, OfProblems) {
  EXPECT_EQ(taken(2, 100, {{5, 100}}), "certified");
  EXPECT_EQ(taken(2, 1'000, {{5, 300}}), "scan");
  EXPECT_EQ(taken(2, 1'000, {{5, 600}}), "ratio");
  EXPECT_EQ(taken(4, 10'000, {{5, 3'000}}), "ranked");
  int const fill = 8 * 10'000;  // tasks that all servers run at once
  EXPECT_DOUBLE_EQ(offered_load(problem_of(4, 10'000, {{fill, 1'000}})), 1);
  EXPECT_EQ(taken(4, 10'000, {{fill, 1'000}}), "ranked");
  EXPECT_EQ(taken(4, 10'000, {{fill + 1, 1'000}}), "kd");
}

TEST_F(EngineChoice, LoadIsOfWhatComesBeforeTheHorizon) {
  Problem problem = problem_of(2, 1'000, {{5, 1'000}, {7, 1'000}});
  problem.horizon = 10;
  double const both = offered_load(problem);
  ASSERT_GT(both, 0);
  problem.submit[1] = 11;
  EXPECT_DOUBLE_EQ(offered_load(problem), both * 5 / 12);
}

TEST_F(EngineChoice, PairsOfDemandAndPermittedServers) {
  EXPECT_EQ(count_pairs(problem_of(2, 1'000, {})), 0);
  EXPECT_EQ(count_pairs(problem_of(2, 1'000, {{1, 600}, {7, 600}, {1, 500}})), 2);
}

/// The mean is that of tasks, not of jobs.
TEST_F(EngineChoice, MeanOfTasks) {
  EXPECT_EQ(mean_permitted(problem_of(2, 1'000, {{1, 1'000}, {1, 0}})), 500);
  EXPECT_EQ(mean_permitted(problem_of(2, 1'000, {{3, 1'000}, {1, 0}})), 750);
  EXPECT_EQ(taken(2, 1'000, {{1, 1'000}, {1, 0}}), "scan");
  EXPECT_EQ(taken(2, 1'000, {{3, 1'000}, {1, 0}}), "ratio");
}

TEST_F(EngineChoice, NothingToDo) {
  EXPECT_EQ(taken(2, 10'000, {}), "ratio");
  EXPECT_EQ(taken(2, 100, {}), "certified");
  EXPECT_EQ(taken(2, 0, {{1, 0}}), "certified");
  EXPECT_EQ(mean_permitted(problem_of(2, 0, {{1, 0}})), 0);
}

TEST_F(EngineChoice, PoliciesThatNeedNoIndex) {
  EXPECT_EQ(taken(2, 10'000, {{5, 10'000}}, "drf"), "scan");
  EXPECT_EQ(taken(2, 10'000, {{5, 10'000}}, "drfh:fit=first"), "certified");
  EXPECT_EQ(taken(2, 10'000, {{5, 10}}, "drfh:fit=first"), "certified");
  EXPECT_EQ(taken(1, 10'000, {{5, 10'000}}), "certified");
  EXPECT_EQ(taken(2, 10'000, {{5, 10}}, "drfh:permitted=ignore"), "ratio");
}

TEST_F(EngineChoice, WishesAreHeard) {
  Problem const few = problem_of(2, 10'000, {{5, 10}}), many = problem_of(2, 10'000, {{5, 10'000}});
  Policy const policy = parse_policy("tvtsf");
  EXPECT_EQ(engine_of_run(few, policy, Engine::ratio), Engine::ratio);
  EXPECT_EQ(engine_of_run(few, policy, Engine::kd), Engine::kd);
  EXPECT_EQ(engine_of_run(many, policy, Engine::scan), Engine::scan);
  EXPECT_EQ(engine_of_run(many, policy, Engine::certified), Engine::certified);
}

TEST_F(EngineChoice, WishesThatDoNotSuitAreReplaced) {
  Policy const policy = parse_policy("tvtsf"), first = parse_policy("drfh:fit=first");
  for (Engine const wish : {Engine::ratio, Engine::kd}) {
    EXPECT_EQ(engine_of_run(problem_of(1, 10, {}), policy, wish), Engine::certified);
    EXPECT_EQ(engine_of_run(problem_of(2, 10, {}), policy, wish), wish);
    EXPECT_EQ(engine_of_run(problem_of(3, 10, {}), policy, wish), Engine::kd);
    EXPECT_EQ(engine_of_run(problem_of(2, 10, {}), first, wish), Engine::certified);
    EXPECT_EQ(engine_of_run(problem_of(2, 10, {}), parse_policy("drf"), wish), Engine::scan);
  }
}

TEST_F(EngineChoice, MeanOfTasksOfJobs) {
  EXPECT_EQ(mean_tasks(problem_of(2, 10, {{1, 10}, {3, 10}})), 2.5);
  EXPECT_EQ(mean_tasks(problem_of(2, 10, {})), 0);
  EXPECT_EQ(taken(2, 1'280, {{21, 1'280}}), "ratio");
  EXPECT_EQ(taken(2, 1'280, {{22, 1'280}}), "ranked");
}

Engine by_table(int resources, double load, int servers, double permitted, double tasks = 1,
                int pairs = many_pairs) {
  return choose_automatically(
      {Placing::indexed, resources, servers, {permitted, load, tasks, pairs}});
}

TEST(ChoiceTable, JobsOfManyTasks) {
  EXPECT_EQ(by_table(2, 1, 6'400, 3'200, 13.9), Engine::ratio);
  EXPECT_EQ(by_table(2, 1, 6'400, 3'200, 14), Engine::ranked);
  EXPECT_EQ(by_table(2, 1, 6'400, 3'201, 14), Engine::ratio);
  EXPECT_EQ(by_table(2, 1, 6'400, 100, 14), Engine::ranked);
  EXPECT_EQ(by_table(2, 1.01, 6'400, 6'400, 29.9), Engine::ratio);
  EXPECT_EQ(by_table(2, 1.01, 6'400, 6'400, 30), Engine::ranked);
  for (double const load : {0.1, 1.01}) {
    EXPECT_EQ(by_table(2, load, 15'000, 15'000, 1'000), Engine::ranked);
    EXPECT_EQ(by_table(2, load, 15'001, 15'001, 1'000), Engine::ratio);
    EXPECT_EQ(by_table(2, load, 16'000, 16'000, 45, 460), Engine::ranked);
    EXPECT_EQ(by_table(2, load, 16'000, 16'000, 44.9, 460), Engine::ratio);
    EXPECT_EQ(by_table(2, load, 16'000, 16'000, 45, 461), Engine::ratio);
  }
  EXPECT_EQ(by_table(4, 1, 6'400, 6'400, 6.4), Engine::kd);
  EXPECT_EQ(by_table(4, 1, 6'400, 6'400, 6.5), Engine::ranked);
  EXPECT_EQ(by_table(4, 1.01, 6'400, 6'400, 1'000), Engine::kd);
  EXPECT_EQ(by_table(2, 1, 512, 512, 1'000), Engine::ratio);
  for (auto const& [load, tasks] : {std::pair{1.0, 6.5}, {1.01, 30.0}}) {
    auto const plain = [load = load](double n) {
      return choose_automatically({Placing::plain, 2, 6'400, {6'400, load, n, many_pairs}});
    };
    EXPECT_EQ(plain(tasks), Engine::ranked);
    EXPECT_EQ(plain(tasks - 0.1), Engine::certified);
  }
}

TEST(ChoiceTable, FewPairs) {
  // 300 and one for 100 servers, of constrained tasks.
  EXPECT_EQ(by_table(2, 0.5, 10'000, 5'000, 1, 400), Engine::ranked);
  EXPECT_EQ(by_table(2, 0.5, 10'000, 5'000, 1, 401), Engine::ratio);
  EXPECT_EQ(by_table(2, 0.5, 10'000, 5'001, 1, 400), Engine::ratio);
  EXPECT_EQ(by_table(2, 0.15, 10'000, 5'000, 1, 400), Engine::ratio);
  // Under overload.
  EXPECT_EQ(by_table(2, 1.01, 10'000, 8'000, 1, 400), Engine::kd);
  EXPECT_EQ(by_table(2, 1.01, 10'000, 8'000, 1, 401), Engine::ratio);
  EXPECT_EQ(by_table(2, 1.01, 10'000, 8'001, 1, 400), Engine::ratio);
  EXPECT_EQ(by_table(2, 1.01, 40'001, 30'000, 1, 700), Engine::ranked);
  EXPECT_EQ(by_table(4, 1, 10'000, 10'000, 1, 400), Engine::ranked);
  EXPECT_EQ(by_table(4, 1, 10'000, 10'000, 1, 401), Engine::kd);
  auto const plain = [](int servers, double load, int pairs) {
    return choose_automatically({Placing::plain, 2, servers, {1.0 * servers, load, 1, pairs}});
  };
  EXPECT_EQ(plain(4'000, 1, 340), Engine::ranked);
  EXPECT_EQ(plain(4'000, 1, 341), Engine::certified);
  EXPECT_EQ(plain(4'000, 1.01, 1), Engine::certified);
  auto const in_own_room = [](int servers, double tasks, int pairs) {
    return choose_automatically({Placing::own_room, 2, servers, {1.0 * servers, 1, tasks, pairs}});
  };
  EXPECT_EQ(in_own_room(4'000, 1'000, 1), Engine::certified);
  EXPECT_EQ(in_own_room(6'400, 1, 640), Engine::ranked);
  EXPECT_EQ(in_own_room(6'400, 29.9, 641), Engine::certified);
  EXPECT_EQ(in_own_room(6'400, 30, 641), Engine::ranked);
  // Of more than two resources one for ten servers, under overload, too.
  for (auto const& [pairs, engine] : {std::pair{100, Engine::ranked}, {101, Engine::certified}})
    EXPECT_EQ(choose_automatically({Placing::plain, 3, 1'000, {1'000, 1.01, 1, pairs}}), engine);
  // Of many servers one for ten of them, under overload, too.
  for (double const load : {1.0, 1.01}) {
    EXPECT_EQ(plain(10'000, load, 1'000), Engine::ranked);
    EXPECT_EQ(plain(10'000, load, 1'001), Engine::certified);
  }
}

TEST(ChoiceTable, FirstFit) {
  for (int const servers : {1'000, 100'000})
    for (double const load : {0.5, 2.0})
      EXPECT_EQ(choose_automatically({Placing::first, 2, servers, {1.0 * servers, load, 1000, 1}}),
                Engine::certified);
}

TEST(ChoiceTable, FewServers) {
  for (int const resources : {2, 4})
    for (double const load : {0.5, 2.0}) {
      EXPECT_EQ(by_table(resources, load, 100, 100), Engine::certified);
      EXPECT_EQ(by_table(resources, load, 511, 511), Engine::certified);
      EXPECT_EQ(by_table(resources, load, 512, 100), Engine::certified);
    }
}

TEST(ChoiceTable, OneResource) {
  EXPECT_EQ(by_table(1, 2, 10'000, 10'000), Engine::certified);
  EXPECT_EQ(by_table(1, 2, 10'000, 512), Engine::certified);
  EXPECT_EQ(by_table(1, 2, 10'000, 511), Engine::scan);
}

TEST(ChoiceTable, TwoResources) {
  EXPECT_EQ(by_table(2, 1, 1'000, 511), Engine::scan);
  EXPECT_EQ(by_table(2, 1, 1'000, 512), Engine::ratio);
  // Under overload it takes more of them, or nearly all.
  EXPECT_EQ(by_table(2, 1.01, 2'000, 899), Engine::scan);
  EXPECT_EQ(by_table(2, 1.01, 2'000, 900), Engine::ratio);
  EXPECT_EQ(by_table(2, 1.01, 700, 559), Engine::scan);
  EXPECT_EQ(by_table(2, 1.01, 700, 560), Engine::ratio);
}

TEST(ChoiceTable, MoreResources) {
  for (int const resources : {3, 8}) {
    EXPECT_EQ(by_table(resources, 1, 10'000, 1'999), Engine::scan);
    EXPECT_EQ(by_table(resources, 1, 10'000, 2'000), Engine::kd);
    EXPECT_EQ(by_table(resources, 1.01, 10'000, 127), Engine::scan);
    EXPECT_EQ(by_table(resources, 1.01, 10'000, 128), Engine::kd);
    EXPECT_EQ(by_table(resources, 1.01, 513, 128), Engine::kd);
  }
}

TEST(ChoiceTable, OtherPlacementsAndThePool) {
  EXPECT_EQ(choose_automatically({Placing::plain, 2, 4'000, {4'000, 2, 1, 1}}), Engine::certified);
  EXPECT_EQ(choose_automatically({Placing::pool, 2, 10'000, {10'000, 2, 1, 1}}), Engine::scan);
}

/// What is asked of fewer is not looked at (asked_of), so no row may depend on it.
TEST(ChoiceTable, OfFewServersOnlyTheirNumberMatters) {
  for (Placing const placing :
       {Placing::pool, Placing::first, Placing::plain, Placing::own_room, Placing::indexed})
    for (int resources = 1; resources <= max_resources; ++resources)
      for (int const servers : {1, 100, 511})
        for (double const share : {0.0, 0.3, 0.85, 1.0})
          for (double const load : {0.0, 1.0, 1.5})
            EXPECT_EQ(
                choose_automatically({placing, resources, servers, {share * servers, load, 50, 9}}),
                choose_automatically(
                    {placing, resources, servers, {static_cast<double>(servers), 0, 0, 0}}));
}

/// No row is hidden by those before it, and there is one for every situation.
TEST(ChoiceTable, EachRowIsTakenSomewhere) {
  std::set<ChoiceRow const*> met;
  for (Placing const placing :
       {Placing::pool, Placing::first, Placing::plain, Placing::own_room, Placing::indexed})
    for (int resources = 1; resources <= max_resources; ++resources)
      for (int const servers : {1, 512, 513, 700, 1'000, 10'000, 50'000})
        for (double const share : {0.0, 0.05, 0.3, 0.85, 1.0})
          for (auto const& [load, tasks, pairs] : {std::tuple{0.0, 1.0, many_pairs},
                                                   {1.0, 1.0, many_pairs},
                                                   {1.5, 1.0, many_pairs},
                                                   {1.0, 100.0, many_pairs},
                                                   {1.5, 100.0, many_pairs},
                                                   {1.0, 1.0, 9},
                                                   {1.0, 100.0, 9},
                                                   {1.5, 1.0, 9},
                                                   {1.5, 1.0, 800}}) {
            Situation const at{placing, resources, servers, {share * servers, load, tasks, pairs}};
            auto const rows = choice_table();
            auto const row =
                std::ranges::find_if(rows, [&](ChoiceRow const& r) { return r.holds(at); });
            ASSERT_NE(row, rows.end());
            EXPECT_EQ(choose_automatically(at), row->engine);
            met.insert(&*row);
          }
  EXPECT_EQ(met.size(), choice_table().size());
}

}  // namespace
}  // namespace fairslot
