// What users are entitled to, against the textbook's weighted max-min fairness: fullest last, each
// takes what it wants or its part of the rest.
#include "tests/oracle/standing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fairslot {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pointwise;

std::vector<double> max_min(double whole, std::vector<double> const& wanted,
                            std::vector<double> const& weight) {
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return wanted[i] / weight[i]; });
  double weights = std::accumulate(weight.begin(), weight.end(), 0.0);
  std::vector<double> parts(wanted.size());
  for (std::size_t const i : order) {
    parts[i] = std::min(wanted[i], weight[i] * whole / weights);
    whole -= parts[i], weights -= weight[i];
  }
  return parts;
}

std::vector<Standing> users_of(std::vector<double> const& wanted,
                               std::vector<double> const& weight) {
  std::vector<Standing> users;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    users.push_back({.wanted = wanted[i], .weight = weight[i]});
  return users;
}

TEST(Standing, WorkedExamplesOfMaxMinFairness) {
  auto const near = [](double x) { return DoubleNear(x, 1e-15); };
  EXPECT_THAT(entitled(users_of({.2, .26, .4, .5}, {1, 1, 1, 1})),
              ElementsAre(near(.2), near(.26), near(.27), near(.27)));
  EXPECT_THAT(entitled(users_of({4 / 16., 2 / 16., 10 / 16., 4 / 16.}, {2.5, 4, .5, 1})),
              ElementsAre(near(4 / 16.), near(2 / 16.), near(6 / 16.), near(4 / 16.)));
  EXPECT_THAT(entitled(users_of({10 / 30., 20 / 30., 1}, {1, 2, 3})),
              ElementsAre(near(5 / 30.), near(10 / 30.), near(15 / 30.)));
}

TEST(Standing, EntitledIsMaxMinFairness) {
  std::mt19937 random(1);
  std::uniform_real_distribution<> wanted(0, .2), weight(.1, 10);
  for (int i = 0; i < 1000; ++i) {
    std::vector<double> wants(1 + random() % 40), weights;
    for (double& want : wants) {
      want = random() % 4 == 0 ? 1 : wanted(random);
      weights.push_back(i % 2 == 0 ? 1 : weight(random));
    }
    EXPECT_THAT(entitled(users_of(wants, weights)),
                Pointwise(DoubleNear(1e-12), max_min(1, wants, weights)));
  }
}

TEST(Standing, WhoDoesNotWaitIsNotBehind) {
  std::vector<Standing> users{{.share = .1, .wanted = .1},
                              {.share = .3, .wanted = 1, .next = .25},
                              {.share = .5, .wanted = 1, .next = .05}};
  Waiting const found = waiting(users);  // of 0.9 each is entitled to 0.45
  EXPECT_EQ(found.users, 2);
  EXPECT_DOUBLE_EQ(found.entitled_gap, .3 / .45);
  EXPECT_EQ(found.smallest_unplaced, .05);
  users.resize(1);
  EXPECT_EQ(waiting(users).users, 0);
  EXPECT_TRUE(std::isnan(waiting(users).entitled_gap));
}

}  // namespace
}  // namespace fairslot
