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
