// What must not change, or in a known way, when an instance is written down in another way.
#include <numeric>

#include "gtest/gtest.h"
#include "host/pool/solver.hpp"
#include "rapidcheck/gtest.h"
#include "tests/pool/random_instance.hpp"
#include "tests/pool/same_numbers.hpp"

namespace fairslot::pool {
namespace {

using Order = std::vector<std::size_t>;

constexpr double tolerance = 1e-7;

/// Of one pool, users at once, and answers that scale.
constexpr std::string_view all[] = {"drf",         "asset_fairness", "ceei",        "bottleneck",
                                    "equal_split", "mmf_recycle",    "drf_uncapped"};

Order draw_order(std::size_t size) {
  Order order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = size; i > 1; --i)
    std::swap(order[i - 1], order[*rc::gen::inRange<std::size_t>(0, i)]);
  return order;
}

std::string draw_mechanism() {
  return std::string(
      *rc::gen::elementOf(std::vector<std::string_view>(std::begin(all), std::end(all))));
}

std::vector<double> tasks(std::string const& mechanism, Instance const& in) {
  return Solver(mechanism).solve(in).tasks;
}

Instance with_users(Instance const& in, Order const& order) {
  Instance other = in;
  other.demand.clear();
  other.weight.clear();
  other.tasks.clear();
  for (std::size_t const i : order) {
    auto const demand = in.demand_of(i), weight = in.weights_of(i);
    other.demand.insert(other.demand.end(), demand.begin(), demand.end());
    other.weight.insert(other.weight.end(), weight.begin(), weight.end());
    other.tasks.push_back(in.tasks[i]);
  }
  return other;
}

RC_GTEST_PROP(Change, UsersPermuted, ()) {
  Instance const in = draw();
  auto const mechanism = draw_mechanism();
  Order const order = draw_order(in.N());
  auto const before = tasks(mechanism, in), after = tasks(mechanism, with_users(in, order));
  for (std::size_t i = 0; i < in.N(); ++i) require_same({after[i]}, {before[order[i]]}, tolerance);
}

RC_GTEST_PROP(Change, ResourcesPermuted, ()) {
  Instance const in = draw();
  auto const mechanism = draw_mechanism();
  Order const order = draw_order(in.K());
  Instance other = in;
  for (std::size_t r = 0; r < in.K(); ++r) {
    other.capacity[r] = in.capacity[order[r]];
    for (std::size_t i = 0; i < in.N(); ++i) {
      other.demand[i * in.K() + r] = in.demand_of(i)[order[r]];
      other.weight[i * in.K() + r] = in.weights_of(i)[order[r]];
    }
  }
  require_same(tasks(mechanism, other), tasks(mechanism, in), tolerance);
}

RC_GTEST_PROP(Change, UnitsAThousandTimesAsSmall, ()) {
  Instance const in = draw();
  auto const mechanism = draw_mechanism();
  Instance other = in;
  for (double& own : other.capacity) own *= 1000;
  for (double& own : other.demand) own *= 1000;
  require_same(tasks(mechanism, other), tasks(mechanism, in), tolerance);
}

RC_GTEST_PROP(Change, OneResourceDoubledAndAllDemandsOfIt, ()) {
  Instance const in = draw();
  auto const mechanism = draw_mechanism();
  auto const r = *rc::gen::inRange<std::size_t>(0, in.K());
  Instance other = in;
  other.capacity[r] *= 2;
  for (std::size_t i = 0; i < in.N(); ++i) other.demand[i * in.K() + r] *= 2;
  require_same(tasks(mechanism, other), tasks(mechanism, in), 0);
}

/// Each gets half. Who asks for one task where no limit is given asks for two then.
RC_GTEST_PROP(Change, AUserSplitIntoTwoOfHalfWeight, ()) {
  std::string const mechanism = *rc::gen::element<std::string>(
      "drf", "asset_fairness", "ceei", "bottleneck", "equal_split", "drf_uncapped");
  Instance const in = draw();
  auto const user = *rc::gen::inRange<std::size_t>(0, in.N());
  Order order(in.N());
  std::iota(order.begin(), order.end(), std::size_t{0});
  order.push_back(user);
  Instance other = with_users(in, order);
  for (std::size_t const half : {user, in.N()}) {
    for (std::size_t r = 0; r < in.K(); ++r) other.weight[half * in.K() + r] /= 2;
    other.tasks[half] /= 2;
  }
  auto before = tasks(mechanism, in);
  before[user] /= 2;
  before.push_back(before[user]);
  require_same(tasks(mechanism, other), before, tolerance);
}

RC_GTEST_PROP(Equal, OfOneResource, ()) {
  Instance const in = draw({.most_resources = 1, .zero_demands = false});
  auto const max_min = tasks("max_min", in);
  for (std::string const other : {"drf", "asset_fairness", "ceei", "proportional_fairness"})
    require_same(tasks(other, in), max_min, tolerance);
}

/// On one pool what a user gets alone is 1 over its dominant share: equal parts of that are DRF.
RC_GTEST_PROP(Equal, KalaiSmorodinskyIsDrf, ()) {
  Instance const in = draw({.limits = false, .weights = false});
  auto const x = tasks("drf", in);
  std::vector<double> ideal;
  for (std::size_t i = 0; i < in.N(); ++i) {
    double alone = unlimited;
    for (std::size_t r = 0; r < in.K(); ++r)
      if (in.demand_of(i)[r] > 0) alone = std::min(alone, in.capacity[r] / in.demand_of(i)[r]);
    ideal.push_back(x[i] / alone);
  }
  double const lowest = *std::min_element(ideal.begin(), ideal.end());
  // Whoever has more of its ideal needs nothing of what stops those with the least.
  Answer const answer = Solver("drf").solve(in);
  for (std::size_t i = 0; i < in.N(); ++i) {
    bool stopped = false;
    for (std::size_t r = 0; r < in.K(); ++r)
      stopped = stopped || (answer.saturated[r] && in.demand_of(i)[r] > 0);
    RC_ASSERT(stopped);
    if (std::count(in.demand.begin(), in.demand.end(), 0.0) == 0)
      RC_ASSERT(std::abs(ideal[i] - lowest) <= 1e-9);
  }
}

}  // namespace
}  // namespace fairslot::pool
