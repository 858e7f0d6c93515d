// The benchmark's naive simulator makes the oracle's picks, and notices any that differ.
#include "host/bench/naive.hpp"

#include <gmock/gmock.h>

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/every_policy.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random_problem.hpp"

namespace fairslot {
namespace {

using bench::Naive;
using bench::NaiveResult;
using bench::PicksDiffer;

/// In benchmarks nobody leaves, and nothing else happens.
Draft as_in_benchmarks(Draft draft) {
  draft.changes.clear();
  for (DraftUser& user : draft.users) user.leave = 0;
  return draft;
}

std::vector<Policy> some_policies(int resources) {
  std::vector<Policy> const all = every_policy(resources);
  std::vector<Policy> some;
  for (int i = 0; i < 20; ++i) some.push_back(all[*rc::gen::inRange<std::size_t>(0, all.size())]);
  return some;
}

RC_GTEST_PROP(Naive, EqualsOracle, ()) {
  Draft const draft = as_in_benchmarks(*drafts());
  Problem const problem = build(draft);
  for (Policy const& policy : some_policies(draft.resources)) {
    if (waits_with_room(policy) && draft.horizon == 0) continue;  // for 2^31 slots
    RunResult const expected = oracle(problem, policy, {.slots = false, .picks = true});
    if (expected.status != RunStatus::complete) continue;
    NaiveResult const result = Naive(problem, policy, &expected.picks).run();
    RC_ASSERT(result.picks == expected.started);
    RC_ASSERT(result.slots == expected.slots);
  }
}

RC_GTEST_PROP(Naive, GoesOnFromRecordedPicks, ()) {
  Draft const draft = as_in_benchmarks(*drafts());
  Problem const problem = build(draft);
  for (Policy const& policy : some_policies(draft.resources)) {
    if (waits_with_room(policy) && draft.horizon == 0) continue;
    RunResult const expected = oracle(problem, policy, {.slots = false, .picks = true});
    if (expected.picks.empty()) continue;
    std::size_t const middle = *rc::gen::inRange(std::size_t{0}, expected.picks.size());
    Naive warm(problem, policy, &expected.picks);
    warm.replay(expected.picks[middle].slot);
    NaiveResult const copied = Naive(warm).run();
    NaiveResult const result = warm.run();
    RC_ASSERT(result.slots == expected.slots);
    RC_ASSERT(copied.picks == result.picks);
    RC_ASSERT(result.picks == std::ranges::count_if(expected.picks, [&](Pick const& pick) {
                return pick.slot > expected.picks[middle].slot;
              }));
  }
}

/// A problem with picks in several slots, and these.
struct Recorded {
  Problem problem;
  Policy policy = parse_policy("tvtsf");
  std::vector<Pick> picks;
};

Recorded recorded() {
  ProblemBuilder builder(1, 6);
  for (int m = 0; m < 3; ++m) builder.add_server(std::vector<std::int32_t>{4});
  int const anywhere = builder.placement(std::nullopt);
  for (int u = 0; u < 2; ++u)
    builder.add_job(builder.add_user(), 1, 100, 2 + u, std::vector<std::int32_t>{1 + u}, anywhere);
  Recorded r{.problem = std::move(builder).build(), .picks = {}};
  r.picks = oracle(r.problem, r.policy, {.slots = false, .picks = true}).picks;
  return r;
}

void expect_difference(Recorded const& r, std::string const& part) {
  try {
    Naive(r.problem, r.policy, &r.picks).run();
    ADD_FAILURE() << "no difference was found";
  } catch (PicksDiffer const& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(part));
  }
}

TEST(Naive, FindsAWrongServer) {
  Recorded r = recorded();
  ASSERT_GT(r.picks.size(), 12u);
  r.picks[7].server = (r.picks[7].server + 1) % 3;
  expect_difference(r, "pick 8 ");
}

TEST(Naive, FindsAWrongUser) {
  Recorded r = recorded();
  r.picks[7].user = 1 - r.picks[7].user;
  expect_difference(r, "pick 8 ");
}

TEST(Naive, FindsAMissingPick) {
  Recorded r = recorded();
  r.picks.pop_back();
  expect_difference(r, "fairslot has none");
}

TEST(Naive, FindsASurplusPick) {
  Recorded r = recorded();
  Pick surplus = r.picks.back();
  surplus.slot = 6;
  r.picks.push_back(surplus);
  expect_difference(r, "the naive simulator has none");
}

TEST(Naive, DoesNotReplayAnImpossiblePick) {
  Recorded r = recorded();
  r.picks.insert(r.picks.begin(), 30, r.picks.front());
  Naive naive(r.problem, r.policy, &r.picks);
  EXPECT_THROW(naive.replay(3), PicksDiffer);
}

TEST(Naive, StopsWhereItIsTold) {
  Recorded const r = recorded();
  Naive naive(r.problem, r.policy, &r.picks);
  EXPECT_EQ(naive.run({.slot = 3}).slots, 3);
  EXPECT_EQ(naive.run({.seconds = -1}).picks, 0);
  EXPECT_EQ(naive.run().slots, 6);
}

}  // namespace
}  // namespace fairslot
