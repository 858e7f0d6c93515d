// The worked numbers of the paper's formulas.
#include <gtest/gtest.h>

#include "host/stages/formulas.hpp"

#include "host/stages/policies.hpp"

namespace fairslot::stages {
namespace {

constexpr double close = 1e-12;

TEST(Formulas, CompressionIsThePartThatIsNotGiven) {
  EXPECT_NEAR(compression(4.2, 4), 0.2 / 4.2, close);
  EXPECT_EQ(compression(4, 4), 0);
  EXPECT_EQ(compression(3, 4), 0);
}

TEST(Formulas, CompressedWorkTakesLonger) {
  EXPECT_NEAR(dilated(10, 0.1), 11.11111111111111, close);
  EXPECT_NEAR(dilated(10, 0.1, 0.02), 1.02 * 11.11111111111111, close);
  EXPECT_EQ(dilated(10, 0), 10);
}

TEST(Formulas, CompressionIsWorthwhileUpToWhatTheNewTaskAdds) {
  EXPECT_NEAR(worthwhile_compression(0.75, 1.05, 0), 0.285714285714, 1e-9);
  EXPECT_NEAR(worthwhile_compression(0.75, 1.05, 0.02), 0.271428571429, 1e-9);
  EXPECT_NEAR(worthwhile_compression(0.75, 1.05, 0.05), 0.25, close);
  for (double const penalty : {0.0, 0.02, 0.05})
    EXPECT_EQ(largest_compression(0.75, 1.05, penalty, 0.1), 0.1);
  EXPECT_NEAR(largest_compression(0.98, 1.03, 0, 0.1), 0.04854368932, 1e-9);
  EXPECT_EQ(largest_compression(0.98, 1.03, 0.06, 0.1), 0);
}

TEST(Formulas, NewDataWeighLessTheMoreTheyWereCompressed) {
  constexpr double period = 5.0 / 60, factor = 5.0 / 6;
  EXPECT_NEAR(weight_of_known(0, factor, period), 0.920044, 1e-6);
  EXPECT_EQ(weight_of_known(0.1, factor, period), 1);
  EXPECT_EQ(weight_of_known(0.5, factor, period), 1);
  double const g = weight_of_known(0, factor, period);
  double const second = inferred(2, 4, g);
  EXPECT_NEAR(second, 2.159911, 1e-6);
  EXPECT_NEAR(inferred(second, 5, g), 2.386992, 1e-6);
  double const squeezed = inferred(2, 4, weight_of_known(0.05, factor, period));
  EXPECT_NEAR(squeezed, 2.081621, 1e-6);
  EXPECT_EQ(inferred(squeezed, 5, weight_of_known(0.1, factor, period)), squeezed);
}

TEST(Formulas, DeadlinesSeeSqueezedStages) {
  SqueezedStage const stages[] = {{10, 0}, {20, 0.1}};
  EXPECT_NEAR(squeezed_time(stages), 32.2222222222, 1e-9);
}

TEST(Formulas, ConformityCountsOnlyWhatIsUsedBeyondPredictionWhereLittleIsIdle) {
  auto const of = [](double second, double idle) {
    UseSample const samples[] = {{.6, .5, idle, 2}, {second, .5, idle, 3}};
    return conformity(samples, 0.1);
  };
  EXPECT_NEAR(of(.8, .05), 0.058, close);
  EXPECT_EQ(of(.3, .05), 0);
  EXPECT_EQ(of(.8, .2), 0);
}

TEST(Formulas, IdleIsAMeanOverTime) {
  Lasting const samples[] = {{1, 2}, {4, 1}};
  EXPECT_EQ(mean_over_time(samples), 2);
  EXPECT_EQ(mean_over_time(std::span<Lasting const>()), 0);
}

TEST(Policies, ConformityDecides) {
  Settings const settings;
  EXPECT_EQ(policy_for(0.0025, settings), Policy::squeezing);
  EXPECT_EQ(policy_for(0.003, settings), Policy::fine);
  EXPECT_EQ(policy_for(0.011, settings), Policy::coarse);
  EXPECT_EQ(policy_for(0.041, settings), Policy::stopped);
}

}  // namespace
}  // namespace fairslot::stages
