// Stages from points, and what similar tasks teach.
#include <gtest/gtest.h>

#include "host/stages/prediction.hpp"

#include "host/stages/simulation.hpp"
#include "host/stages/workload.hpp"

namespace fairslot::stages {
namespace {

std::vector<Point> points_of(std::vector<double> const& cores) {
  std::vector<Point> points;
  for (double const c : cores) points.push_back({{c, 1}, 1, 0});
  return points;
}

TEST(Division, EndsAStageWhereItsNeedsRangeTooFar) {
  Settings settings;
  settings.cpu_range = 1, settings.shortest_stage = 2;
  auto const stages = divided(points_of({1, 1, 1, 1, 3, 3, 3, 1, 1, 1}), settings);
  ASSERT_EQ(stages.size(), 3u);
  double const seconds[] = {4, 3, 3}, cores[] = {1, 3, 1};
  for (std::size_t i = 0; i < stages.size(); ++i) {
    EXPECT_EQ(stages[i].seconds, seconds[i]);
    EXPECT_EQ(stages[i].need[cpu], amount_of(cores[i]));
  }
}

TEST(Division, AStageNeedsTheLargestOfItsPoints) {
  Settings const settings;
  auto const stages = divided(points_of({1, 1.3, 1.1}), settings);
  ASSERT_EQ(stages.size(), 1u);
  EXPECT_EQ(stages[0].need[cpu], amount_of(1.3));
}

TEST(Learner, IsUsableFromThreeTasksOnAtTheNextUpdate) {
  Settings settings;
  settings.points = 1;
  Learner learner;
  for (double const cores : {1.0, 2.0}) learner.add(points_of({cores}), settings);
  EXPECT_FALSE(learner.update(settings));
  learner.add(points_of({3}), settings);
  EXPECT_EQ(learner.prediction(), nullptr);
  EXPECT_TRUE(learner.update(settings));
  EXPECT_EQ(learner.prediction()->most[cpu], amount_of(2));
  learner.add(points_of({4}), settings);
  learner.add(points_of({5}), settings);
  EXPECT_EQ(learner.prediction()->most[cpu], amount_of(2));
  EXPECT_TRUE(learner.update(settings));
  EXPECT_NEAR(to_number(learner.prediction()->most[cpu]), 2.386992, 1e-6);
}

TEST(Learner, IsAsWrongAsThePredictionThatIsVisible) {
  Settings settings;
  settings.points = 1, settings.min_similar = 1;
  Learner learner;
  learner.add(points_of({2}), settings);
  EXPECT_FALSE(learner.error(points_of({4})));
  learner.update(settings);
  learner.add(points_of({8}), settings);  // nobody predicts by it before the next update
  EXPECT_EQ((*learner.error(points_of({4})))[cpu], 0.5);
  learner.update(settings);
  EXPECT_NE((*learner.error(points_of({4})))[cpu], 0.5);
}

/// What fgm knows of the first task of a job when it starts.
struct Known {
  Instance instance;
  Outcome outcome;
  std::vector<bool> predicted;               ///< [jobs]
  std::vector<std::vector<Stage>> believed;  ///< [jobs]

  explicit Known(std::string const& text) {
    Scenario const scenario = parse_scenario(text, "test.toml").scenario;
    instance = make_instance(scenario, 0, {});
    predicted.resize(instance.jobs.size()), believed.resize(instance.jobs.size());
    Spectator spectator;
    spectator.match = [this](Tried const& tried) {
      auto const job =
          static_cast<std::size_t>(instance.tasks[static_cast<std::size_t>(tried.task)].job);
      predicted[job] = tried.predicted;
      believed[job].assign(tried.stages.begin(), tried.stages.end());
    };
    outcome = simulate(instance, {SchedulerName::fgm, settings_of(scenario), {}}, spectator);
  }
};

TEST(Prediction, OfTheSecondTaskOfAClassIsTheTruth) {
  Known const known(R"(
simulation = "stages"
locality = false
min_similar = 1
workers = [{capacity = [8, 8]}]
[[jobs]]
logic = "same"
tasks = [{stages = [[1, 1, 5], [3, 2, 10], [1, 1, 5]]}]
[[jobs]]
submit = 100
logic = "same"
tasks = [{stages = [[1, 1, 5], [3, 2, 10], [1, 1, 5]]}]
)");
  EXPECT_FALSE(known.predicted[0]);
  EXPECT_TRUE(known.predicted[1]);
  ASSERT_EQ(known.believed[1].size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(known.believed[1][i].need, known.instance.stages[i].need);
    EXPECT_DOUBLE_EQ(known.believed[1][i].seconds, known.instance.stages[i].seconds);
  }
}

/// Two overrun the worker's memory at 10 s, so that one starts again when the other has ended, at
/// 20 s. At 24 s only that one has taught.
TEST(Prediction, KilledTasksTeachNothing) {
  Known const known(R"(
simulation = "stages"
locality = false
min_similar = 2
update = 12
workers = [{capacity = [8, 8]}]
[[jobs]]
logic = "same"
tasks = [{count = 2, stages = [[1, 1, 10], [1, 6, 10]], request = [1, 1]}]
[[jobs]]
submit = 25
logic = "same"
tasks = [{stages = [[1, 1, 10], [1, 6, 10]], request = [1, 1]}]
[[jobs]]
submit = 100
logic = "same"
tasks = [{stages = [[1, 1, 10], [1, 6, 10]], request = [1, 1]}]
)");
  EXPECT_EQ(known.outcome.tasks[1].killed, 1);
  EXPECT_EQ(known.outcome.tasks[1].end, 40);
  EXPECT_FALSE(known.predicted[1]);
  EXPECT_TRUE(known.predicted[2]);
}

/// (8) with data that squeezing has spoilt: they count less, and not at all from 10 % on.
TEST(Learner, CountsLessWhatWasSqueezed) {
  Settings settings;
  settings.points = 1, settings.min_similar = 1;
  Learner learner;
  auto const add = [&](double cores, double compression) {
    auto points = points_of({cores});
    points.front().compression = compression;
    learner.add(points, settings);
    learner.update(settings);
    return to_number(learner.prediction()->most[cpu]);
  };
  EXPECT_EQ(add(2, 0), 2);
  EXPECT_NEAR(add(4, 0.05), 2.081621, 1e-6);
  EXPECT_NEAR(add(5, 0.1), 2.081621, 1e-6);
}

}  // namespace
}  // namespace fairslot::stages
