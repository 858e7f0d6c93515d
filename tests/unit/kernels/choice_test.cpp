// Which engine `auto` takes, by how many servers the tasks of a problem may use.
#include "kernels/search/choice.hpp"

#include <numeric>

#include "gtest/gtest.h"

namespace fairslot {
namespace {

/// Jobs of so many tasks that may use so many of the servers, the first ones.
struct Job {
  int tasks, permitted;
};

Problem problem_of(int resources, int servers, std::vector<Job> const& jobs) {
  ProblemBuilder builder(resources);
  std::vector<std::int32_t> const capacity(resources, 8), demand(resources, 1);
  for (int m = 0; m < servers; ++m) builder.add_server(capacity);
  int const user = builder.add_user();
  for (Job const& job : jobs) {
    std::vector<std::int32_t> permitted(job.permitted);
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

TEST_F(EngineChoice, AllServersPermitted) {
  EXPECT_EQ(taken(2, 100, {{5, 100}}), "certified");
  EXPECT_EQ(taken(2, 511, {{5, 511}}), "certified");
  EXPECT_EQ(taken(2, 512, {{5, 512}}), "ratio");
  EXPECT_EQ(taken(2, 10'000, {{5, 10'000}}), "ratio");
  EXPECT_EQ(taken(1, 512, {{5, 512}}), "kd");
  EXPECT_EQ(taken(4, 511, {{5, 511}}), "certified");
  EXPECT_EQ(taken(4, 512, {{5, 512}}), "kd");
}

TEST_F(EngineChoice, FewServersPermitted) {
  EXPECT_EQ(taken(2, 1'000, {{5, 300}}), "scan");
  EXPECT_EQ(taken(2, 1'000, {{5, 600}}), "ratio");
  EXPECT_EQ(taken(2, 10'000, {{5, 300}}), "scan");
  EXPECT_EQ(taken(2, 10'000, {{5, 1'000}}), "ratio");
  EXPECT_EQ(taken(2, 10'000, {{5, 1}, {7, 1}}), "scan");
  EXPECT_EQ(taken(2, 10'000, {{5, 0}}), "scan");
  EXPECT_EQ(taken(2, 512, {{5, 300}}), "certified");
  EXPECT_EQ(taken(2, 513, {{5, 300}}), "scan");
}

/// With other numbers of resources a share of the servers has to be permitted as well, or
/// thousands.
TEST_F(EngineChoice, ShareOfServers) {
  EXPECT_EQ(taken(4, 10'000, {{5, 3'000}}), "scan");
  EXPECT_EQ(taken(4, 1'000, {{5, 690}}), "scan");
  EXPECT_EQ(taken(4, 1'000, {{5, 710}}), "kd");
  EXPECT_EQ(taken(4, 10'000, {{5, 4'900}}), "scan");
  EXPECT_EQ(taken(4, 10'000, {{5, 5'100}}), "kd");
}

/// Under overload fewer permitted servers are enough.
TEST_F(EngineChoice, Overload) {
  int const fill = 8 * 10'000;  // tasks that all servers run at once
  EXPECT_DOUBLE_EQ(offered_load(problem_of(4, 10'000, {{fill, 1'000}})), 1);
  EXPECT_EQ(taken(4, 10'000, {{fill, 1'000}}), "scan");
  EXPECT_EQ(taken(4, 10'000, {{fill + 1, 1'000}}), "kd");
  EXPECT_EQ(taken(4, 10'000, {{fill + 1, 999}}), "scan");
  EXPECT_EQ(taken(4, 1'000, {{fill, 690}}), "scan");
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

}  // namespace
}  // namespace fairslot
