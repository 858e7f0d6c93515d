// CEEI and bottleneck fairness.
#include "host/pool/nash.hpp"
#include "gtest/gtest.h"
#include "host/pool/solver.hpp"
#include "rapidcheck/gtest.h"
#include "tests/oracle/pool/twins.hpp"
#include "tests/pool/random_instance.hpp"
#include "tests/pool/same_numbers.hpp"

namespace fairslot::pool {
namespace {

RC_GTEST_PROP(Nash, IsItsTwins, ()) {
  Instance const in = draw({.most_users = 6, .most_resources = 3});
  require_same(nash(in).tasks, twins::nash(in), 1e-5);
}

/// Prices that prove it: nothing is used beyond its capacity, what has a price is used up, and at
/// these prices each user spends its part of all weights, or less where it has all it wants.
/// Complementary numbers: their product is nothing.
RC_GTEST_PROP(Nash, HasPrices, ()) {
  Instance const in = draw({.most_users = 40, .most_resources = 8});
  NashPoint const point = nash(in);
  double const tolerance = 1e-9;
  double weights = 0;
  for (std::size_t i = 0; i < in.N(); ++i) weights += in.weight_of(i);
  for (std::size_t r = 0; r < in.K(); ++r) {
    double used = 0;
    for (std::size_t i = 0; i < in.N(); ++i)
      used += point.tasks[i] * in.demand_of(i)[r] / in.capacity[r];
    RC_ASSERT(used <= 1 + tolerance);
    RC_ASSERT(point.price[r] >= 0.0);
    RC_ASSERT(point.price[r] * (1 - used) <= tolerance);
  }
  for (std::size_t i = 0; i < in.N(); ++i) {
    double spent = 0;
    for (std::size_t r = 0; r < in.K(); ++r)
      spent += point.price[r] * point.tasks[i] * in.demand_of(i)[r] / in.capacity[r];
    spent *= weights / in.weight_of(i);
    RC_ASSERT(spent <= 1 + tolerance);
    RC_ASSERT(point.tasks[i] <= in.tasks[i]);
    if (point.tasks[i] < in.tasks[i])
      RC_ASSERT((1 - spent) * (1 - point.tasks[i] / in.tasks[i]) <= tolerance);
  }
}

/// The last barrier's point is off by 1e-7 there.
TEST(Nash, IsSharpWhereAResourceWithoutAPriceIsJustUsedUp) {
  Instance in;
  in.resources = {"r0", "r1", "r2", "r3"};
  in.capacity = {28, 17, 43, 32};
  in.demand = {0, 3, 7, 3, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 4, 1, 0, 0, 1, 7, 0, 3, 7, 3};
  for (double const weight : {4, 2, 2, 2, 2, 1, 4}) in.weight.insert(in.weight.end(), 4, weight);
  in.tasks = {unlimited, 3.5, 3.5, 3.5, 2, unlimited, unlimited};
  std::vector<double> const want{10. / 7, 15. / 7, 15. / 7, 15. / 7, 2, 15. / 7, 10. / 7};
  require_same(nash(in).tasks, want, 1e-12);
  // In another order of its users rounding left more than the barrier.
  std::rotate(in.demand.begin(), in.demand.end() - 4, in.demand.end());
  std::rotate(in.weight.begin(), in.weight.end() - 4, in.weight.end());
  std::rotate(in.tasks.begin(), in.tasks.end() - 1, in.tasks.end());
  require_same(nash(in).tasks, {10. / 7, 10. / 7, 15. / 7, 15. / 7, 15. / 7, 2, 15. / 7}, 1e-12);
}

RC_GTEST_PROP(Bottleneck, LeavesNoJustifiedComplaint, ()) {
  Instance const in = draw({.most_users = 20});
  Answer const answer = Solver("bottleneck").solve(in);
  double weights = 0;
  for (std::size_t i = 0; i < in.N(); ++i) weights += in.weight_of(i);
  for (std::size_t i = 0; i < in.N(); ++i) {
    bool content = answer.tasks[i] >= in.tasks[i];
    for (std::size_t r = 0; r < in.K(); ++r)
      content = content || (answer.saturated[r] &&
                            answer.allocation[i * in.K() + r] >=
                                in.capacity[r] * in.weight_of(i) / weights * (1 - 1e-9));
    RC_ASSERT(content);
  }
}

RC_GTEST_PROP(Nash, OfOneResourceIsMaxMin, ()) {
  Instance const in = draw({.most_resources = 1, .zero_demands = false});
  require_same(Solver("ceei").solve(in).tasks, Solver("max_min").solve(in).tasks, 1e-9);
}

}  // namespace
}  // namespace fairslot::pool
