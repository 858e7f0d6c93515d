// Mechanisms that fill progressively, against their twins.
#include "host/pool/filling.hpp"
#include "gtest/gtest.h"
#include "host/pool/max_min.hpp"
#include "host/pool/solver.hpp"
#include "rapidcheck/gtest.h"
#include "tests/oracle/pool/twins.hpp"
#include "tests/pool/random_instance.hpp"
#include "tests/pool/same_numbers.hpp"

namespace fairslot::pool {
namespace {

std::vector<double> random_costs(Instance const& in) {
  std::vector<double> cost(in.N());
  for (std::size_t i = 0; i < in.N(); ++i)
    cost[i] = dominant_share(in, i) / static_cast<double>(*rc::gen::inRange(1, 5));
  return cost;
}

RC_GTEST_PROP(Filling, IsItsTwins, ()) {
  Instance const in = draw();
  auto const cost = random_costs(in);
  require_same(fill(in, cost, in.tasks), twins::fill(in, cost, in.tasks));
}

RC_GTEST_PROP(Filling, LosesNothingOfUsersWhoDifferByManyOrders, ()) {
  Instance in = draw({.zero_demands = false});
  auto cost = random_costs(in);
  auto const plain = fill(in, cost, in.tasks);
  // Somebody whose level rises a billion times as fast, and who is satisfied at once.
  in.demand.insert(in.demand.end(), in.K(), 1e-12);
  in.tasks.push_back(1.0);
  in.weight.insert(in.weight.end(), in.K(), 1e9);
  cost.push_back(dominant_share(in, in.N() - 1) * 1e-9);
  auto tasks = fill(in, cost, in.tasks);
  RC_ASSERT(tasks.back() == 1.0);
  tasks.pop_back();
  require_same(tasks, plain, 1e-10);
}

RC_GTEST_PROP(MaxMin, IsItsTwins, ()) {
  auto const number = rc::gen::map(rc::gen::inRange(0, 20), [](int n) { return n / 2.0; });
  auto const users = *rc::gen::inRange<std::size_t>(1, 20);
  auto const wanted = *rc::gen::container<std::vector<double>>(users, number);
  auto const weights = *rc::gen::container<std::vector<double>>(users, number);
  double const amount = *number * 5;
  require_same(max_min_parts(amount, wanted, weights).amounts,
               twins::max_min(amount, wanted, weights));
}

/// Nobody's w log a has a gradient for which another division of the resource would be better.
RC_GTEST_PROP(ProportionalFairness, MeetsItsCriterion, ()) {
  Instance const in = draw({.most_resources = 1, .zero_demands = false});
  Answer const answer = Solver("proportional_fairness").solve(in);
  RC_ASSERT(answer.used[0] <= in.capacity[0] * (1 + 1e-12));
  for (std::size_t i = 0; i < in.N(); ++i) {
    if (answer.tasks[i] >= in.tasks[i]) continue;
    RC_ASSERT(answer.saturated[0]);
    for (std::size_t j = 0; j < in.N(); ++j)
      RC_ASSERT(in.tasks[j] == 0 || answer.level[i] >= answer.level[j] * (1 - 1e-12));
  }
}

TEST(Between, TheDfeMetricsParts) {
  Instance in;
  in.resources = {"r0"};
  in.capacity = {600};
  in.given_allocation = {90, 55.75, 45.94, 83.53, 80, 28, 104.51, 44.51, 46.88, 6, 14.88};
  for (std::size_t i = 0; i < in.given_allocation.size(); ++i) {
    in.demand.push_back(1);
    in.weight.push_back(1);
    in.tasks.push_back(unlimited);
  }
  auto const whole = Solver("linear:alpha=1").solve(in).tasks;
  require_same(whole, in.given_allocation, 1e-12);
  for (double const part : Solver("linear:alpha=0").solve(in).tasks)
    EXPECT_DOUBLE_EQ(part, 600.0 / 11);
  auto const half = Solver("linear:alpha=0.5").solve(in).tasks;
  EXPECT_DOUBLE_EQ(half[9], (600.0 / 11 + 6) / 2);
  auto const root = Solver("power:alpha=0.5").solve(in).tasks;
  EXPECT_NEAR(root[0] / root[9], std::sqrt(15.0), 1e-12);
}

}  // namespace
}  // namespace fairslot::pool
