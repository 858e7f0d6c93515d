// Whole tasks in a slot and divisible ones meet.
#include "gtest/gtest.h"
#include "host/pool/solver.hpp"
#include "kernels/simulation.hpp"
#include "rapidcheck/gtest.h"
#include "tests/draft.hpp"

namespace fairslot {
namespace {

constexpr std::int32_t most_capacity = 2000;

std::vector<std::int32_t> draw_amounts(std::size_t count, std::int32_t least, std::int32_t most) {
  std::vector<std::int32_t> amounts;
  while (amounts.size() < count)
    amounts.push_back(*rc::gen::resize(1000, rc::gen::inRange(least, most + 1)));
  return amounts;
}

/// One server, one slot, more tasks of every user than there is room for.
Draft draw_draft() {
  auto const resources = *rc::gen::inRange<std::size_t>(1, 5);
  Draft draft{.resources = static_cast<int>(resources), .horizon = 1, .servers = {}};
  draft.servers.push_back(draw_amounts(resources, 20, most_capacity));
  draft.users.resize(*rc::gen::inRange<std::size_t>(1, 9));
  for (DraftUser& user : draft.users)
    user.jobs.push_back(
        {1, 2 * most_capacity, 1, draw_amounts(resources, 1, 40), std::nullopt, {}});
  return draft;
}

pool::Instance instance_of(Draft const& draft) {
  pool::Instance in;
  in.capacity.assign(draft.servers[0].begin(), draft.servers[0].end());
  in.resources.assign(in.K(), "");
  in.tasks.assign(draft.users.size(), pool::unlimited);
  in.weight.assign(draft.users.size() * in.K(), 1.0);
  for (DraftUser const& user : draft.users)
    in.demand.insert(in.demand.end(), user.jobs[0].demand.begin(), user.jobs[0].demand.end());
  return in;
}

/// Strict picking ends with all shares within a task of each other, and less left of some resource
/// than a task needs: neither is further than a task from the one share of divisible tasks.
RC_GTEST_PROP(Drf, OfWholeTasksIsWithinTwoTasksOfDivisibleOnes, ()) {
  Draft const draft = draw_draft();
  pool::Instance const in = instance_of(draft);
  RunResult const run = simulate(build(draft), parse_policy("drf:strict=1"), {});
  auto const divisible = pool::Solver("drf").solve(in).share;
  double largest = 0;
  for (std::size_t i = 0; i < in.N(); ++i) largest = std::max(largest, pool::dominant_share(in, i));
  for (std::size_t i = 0; i < in.N(); ++i) {
    double const whole = static_cast<double>(run.entry_started[i]) * pool::dominant_share(in, i);
    RC_ASSERT(std::abs(whole - divisible[i]) <= 2 * largest + 1e-9);
  }
}

}  // namespace
}  // namespace fairslot
