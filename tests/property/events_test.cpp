// Servers go down and come back: lost tasks start again, whatever finds their servers. Weights and
// guarantees change.
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/difference.hpp"
#include "tests/every_engine.hpp"
#include "tests/every_policy.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random_problem.hpp"

namespace fairslot {
namespace {

constexpr Recording everything{.slots = true, .picks = true, .shares = true, .fragmentation = true};

bool has_servers(Policy const& policy) {
  try {
    require_servers(policy);
  } catch (PolicyError const&) {
    return false;
  }
  return true;
}

/// Of any policy that sees servers, its options in any combination.
Policy draw_policy() {
  auto const kind = *rc::gen::inRange<std::size_t>(0, policies().size());
  Policy const policy = any_policy(policies()[kind], [](std::vector<std::string> const& values) {
    return *rc::gen::elementOf(values);
  });
  RC_PRE(has_servers(policy));
  return policy;
}

/// Where tasks wait though there is room the oracle looks at every slot.
Draft draw_problem(Policy const& policy, std::uint64_t salt) {
  Draft draft = *drafts(salt);
  if (waits_with_room(policy, draft) && draft.horizon == 0) draft.horizon = 500;
  leave_out_refused(policy, draft);
  RC_PRE(suits(policy, draft.resources));
  return draft;
}

void expect_oracle(Problem const& problem, Policy const& policy) {
  RunResult const expected = oracle(problem, policy, everything);
  for (Engine const engine : every_engine()) {
    std::string const text = difference(simulate(problem, policy, everything, engine), expected);
    if (!text.empty())
      RC_FAIL(canonical_name(policy) + ", engine " + std::string(name_of(engine)) + ": " + text);
  }
}

RC_GTEST_PROP(Events, EqualTheOracle, ()) {
  Policy const policy = draw_policy();
  Draft const draft = draw_problem(policy, 500);
  RC_PRE(!draft.changes.empty());
  expect_oracle(build(draft), policy);
}

/// Servers go down and up again before anything runs and after all has ended; weights and
/// guarantees are set to what they are. (A sum of products by a power of two is the product of the
/// sum.)
RC_GTEST_PROP(Events, ThatDoNothingChangeNoPick, ()) {
  Policy const policy = draw_policy();
  Draft draft = draw_problem(policy, 501);
  draft.changes.clear();
  for (DraftUser& user : draft.users) user.weight = *rc::gen::element(0.25, 1.0, 8.0);
  RunResult const without = simulate(build(draft), policy, everything);
  using What = Change::What;
  for (std::int64_t const slot : {std::int64_t{1}, without.makespan + 1})
    for (std::int32_t m = 0; m < std::int32_t(draft.servers.size()); ++m)
      for (auto const what : {What::server_down, What::server_up})
        draft.changes.push_back({slot, what, m});
  for (std::int64_t const slot : {1, 2, 5, 9}) {
    for (std::int32_t u = 0; u < std::int32_t(draft.users.size()); ++u)
      draft.changes.push_back({slot, What::weight, u, draft.users[std::size_t(u)].weight});
    for (std::int32_t q = 0; q < std::int32_t(draft.queues.size()); ++q)
      draft.changes.push_back({slot, What::guarantee, q, draft.queues[std::size_t(q)].part});
  }
  leave_out_refused(policy, draft);
  for (Engine const engine : every_engine()) {
    RunResult const with = simulate(build(draft), policy, everything, engine);
    RC_ASSERT(with.picks == without.picks);
    RC_ASSERT(with.lost.empty());
  }
}

/// Starts after a longer wait than is counted in place are taken back, too, more of them than the
/// run's first buffer takes.
TEST(Events, LoseTasksThatWaitedLong) {
  ProblemBuilder builder(1);
  for (int m = 0; m < 3; ++m) builder.add_server(std::vector<std::int32_t>{3000});
  int const user = builder.add_user();
  auto const all = builder.placement(std::nullopt);
  std::vector<std::int32_t> const whole = {3000}, one = {1};
  builder.add_job(user, 1, 3, 9000, whole, all);
  for (int job = 0; job < 3000; ++job) builder.add_job(user, 2 + job % 3, 2, 7, one, all);
  builder.add_change({9003, Change::What::server_down, 0});
  builder.add_change({9004, Change::What::server_down, 1});
  Problem const problem = std::move(builder).build();
  for (char const* const name : {"fifo", "tvtsf", "eunomia", "drfh:backfill=1"}) {
    Policy const policy = parse_policy(name);
    RunResult const expected = oracle(problem, policy, everything);
    EXPECT_GT(expected.lost.at(0).second, 2000);
    for (Engine const engine : every_engine())
      EXPECT_EQ(difference(simulate(problem, policy, everything, engine), expected), "") << name;
  }
}

/// What the run comes to, which is what the oracle says.
RunResult run_as_the_oracle(Problem const& problem, std::string const& name) {
  Policy const policy = parse_policy(name);
  RunResult result = simulate(problem, policy, everything);
  EXPECT_EQ(difference(result, oracle(problem, policy, everything)), "");
  return result;
}

/// Its head can never run; an earlier job comes back before it.
TEST(Events, WhoIsBlockedRunsWhatComesBack) {
  ProblemBuilder builder(1);
  builder.add_server(std::vector<std::int32_t>{2});
  builder.add_server(std::vector<std::int32_t>{2});
  int const user = builder.add_user();
  auto const all = builder.placement(std::nullopt);
  std::vector<std::int32_t> const two = {2}, three = {3};
  builder.add_job(user, 1, 2, 4, two, all);
  builder.add_job(user, 1, 1, 1, three, all);
  builder.add_job(user, 2, 1, 1, two, all);
  builder.add_change({3, Change::What::server_down, 0});
  RunResult const result = run_as_the_oracle(std::move(builder).build(), "tvtsf");
  ASSERT_EQ(result.picks.size(), 3u);
  EXPECT_EQ(result.picks[2], (Pick{5, 0, 0, 1}));
  EXPECT_EQ(result.blocked, (decltype(result.blocked){{0, 1}}));
}

/// Nobody waits for it: what it loses after it has left is cancelled.
TEST(Events, LostTasksOfWhoHasLeftAreCancelled) {
  Draft draft{1, 0, {{2}, {2}}, {}};
  draft.users.push_back({1, {{1, 5, 6, {1}, {}, {}, {}}}});
  draft.users.back().leave = 3;
  draft.changes = {{4, Change::What::server_down, 0}, {5, Change::What::server_up, 0}};
  RunResult const result = run_as_the_oracle(build(draft), "drfh");
  EXPECT_EQ(result.picks.size(), 4u);
  EXPECT_EQ(result.lost, (decltype(result.lost){{0, 2}}));
  EXPECT_EQ(result.cancelled, (decltype(result.cancelled){{0, 3}}));
}

/// The last task ends in slot 3, the last event is of slot 8: user 1's job has come by then.
TEST(Events, AJobThatIsLeftOutArrivesWhileTheyKeepTheRunGoing) {
  Draft draft{1, 0, {{2}}, {}};
  for (std::int64_t const submit : {1, 8, 9}) {
    std::int32_t const demand = submit == 1 ? 2 : 3;
    draft.users.push_back({1, {{submit, 1, 2, {demand}, {}, {}, {}}}});
  }
  draft.changes = {{8, Change::What::weight, 0, 1.0}};
  RunResult const result = run_as_the_oracle(build(draft), "drfh:skip_unplaceable=1");
  EXPECT_EQ(result.slots, 3);
  EXPECT_EQ(result.blocked, (decltype(result.blocked){{1, 1}}));
}

/// Under elastic = 0 a task of more than its queue's guarantee can never run, until that is more.
TEST(Events, GuaranteesBlockAndFree) {
  Draft draft{1, 0, {{8}}, {}};
  draft.queues = {{0.5, -1}};
  draft.users.push_back({1, {{1, 6, 1, {2}, {}, {}, {}}}, 0});
  draft.changes = {{2, Change::What::guarantee, 0, 0.125}, {5, Change::What::guarantee, 0, 0.25}};
  RunResult const result = run_as_the_oracle(build(draft), "capacity:elastic=0");
  ASSERT_EQ(result.picks.size(), 6u);
  EXPECT_EQ(result.picks[2], (Pick{5, 0, 0, 0}));
  EXPECT_EQ(result.picks[5], (Pick{8, 0, 0, 0}));
  EXPECT_TRUE(result.blocked.empty());
}

/// With a queue's guarantee those of the queues in it are others.
TEST(Events, AGuaranteeIsPassedOnToTheQueuesInside) {
  Draft draft{1, 0, {{8}}, {}};
  draft.queues = {{0.5, -1}, {0.5, 0}};
  draft.users.push_back({1, {{1, 6, 1, {1}, {}, {}, {}}}, 1});
  draft.changes = {{3, Change::What::guarantee, 0, 0.25}};
  RunResult const result = run_as_the_oracle(build(draft), "capacity:elastic=0");
  std::vector<std::int64_t> slots;
  for (Pick const& pick : result.picks) slots.push_back(pick.slot);
  EXPECT_EQ(slots, (std::vector<std::int64_t>{1, 1, 2, 2, 3, 4}));
}

/// User 1 waits from slot 2 on, weighs less from slot 7 on, and user 0's task ends in slot 11: of
/// the slots in which nothing happens each counts with the weight that it had.
TEST(Events, AWeightCountsFromItsSlotOnForWhoWaits) {
  Draft draft{1, 0, {{1}}, {}};
  draft.users.push_back({1, {{1, 1, 10, {1}, {}, {}, {}}}});
  for (double const weight : {1.0, 0.375})
    draft.users.push_back({weight, {{2, 3, 1, {1}, {}, {}, {}}}});
  draft.changes = {{7, Change::What::weight, 1, 0.25}};
  RunResult const result = run_as_the_oracle(build(draft), "tvtsf");
  std::vector<std::int32_t> users;
  for (Pick const& pick : result.picks) users.push_back(pick.user);
  // In slot 13 the keys are 1/6.75 and 1/4.5.
  EXPECT_EQ(users, (std::vector<std::int32_t>{0, 1, 2, 1, 2, 1, 2}));
}

}  // namespace
}  // namespace fairslot
