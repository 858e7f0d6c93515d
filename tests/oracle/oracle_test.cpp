// The oracle against numbers that were worked out by hand.
#include "tests/oracle/oracle.hpp"

#include <map>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernels/list.hpp"
#include "tests/oracle/cluster.hpp"
#include "tests/worked_examples.hpp"

namespace fairslot {
namespace {

using testing::ElementsAre;
using Counts = List<std::int64_t>;

RunResult run(Draft const& draft, char const* policy) {
  return oracle(build(draft), parse_policy(policy), {.slots = true, .picks = true});
}

/// Starts a slot and user.
List<Counts> starts(RunResult const& result, int users) {
  List<Counts> x;
  for (Pick const& pick : result.picks) {
    x.resize(std::max(x.size(), std::size_t(pick.slot)), Counts(std::size_t(users), 0));
    ++x[pick.slot - 1][pick.user];
  }
  return x;
}

TEST(Oracle, PicksOfT1) {
  RunResult const result = run(example_t1(), "tvtsf");
  std::vector<std::pair<int, int>> first;
  for (Pick const& pick : result.picks)
    if (pick.slot == 1) first.emplace_back(pick.user, pick.server);
  using P = std::pair<int, int>;
  EXPECT_THAT(first, ElementsAre(P{0, 0}, P{1, 1}, P{0, 0}, P{1, 1}, P{0, 0}, P{1, 1}, P{0, 0},
                                 P{0, 1}, P{0, 1}));
  EXPECT_THAT(starts(result, 2), ElementsAre(Counts{6, 3}, Counts{4, 4}, Counts{0, 3}));
  EXPECT_EQ(result.slots, 4);
  EXPECT_EQ(result.makespan, 4);
}

TEST(Oracle, DurationsOfT2) {
  EXPECT_THAT(starts(run(example_t2(), "tvtsf:h=full"), 2),
              ElementsAre(Counts{2, 2}, Counts{1, 1}, Counts{2, 1}, Counts{1, 2}, Counts{1, 1},
                          Counts{2, 1}));
  EXPECT_THAT(starts(run(example_t2(), "tvtsf"), 2),
              ElementsAre(Counts{2, 2}, Counts{2, 0}, Counts{2, 2}, Counts{2, 0}, Counts{2, 2},
                          Counts{2, 0}));
  EXPECT_THAT(starts(run(example_t2(), "tvtsf:h=fluid"), 2),
              ElementsAre(Counts{3, 1}, Counts{2, 1}, Counts{2, 1}, Counts{2, 1}, Counts{2, 1},
                          Counts{2, 1}));
}

TEST(Oracle, CarryOverOfT6) {
  RunResult const result = run(example_t6(), "tvtsf");
  EXPECT_THAT(starts(result, 3), ElementsAre(Counts{6, 3, 0}, Counts{0, 1, 6}, Counts{2, 2, 0},
                                             Counts{2, 1, 0}, Counts{0, 0, 2}));
  EXPECT_THAT(result.entry_queue_sum, ElementsAre(0, 2, 8, 6));
  auto const tsf = starts(run(example_t6(), "tsf"), 3);
  EXPECT_THAT(tsf[2], ElementsAre(3, 1, 0));
  EXPECT_THAT(tsf[3], ElementsAre(1, 2, 0));
}

/// The rows h(t) of a user whose head has demand d and duration e in the slots marked in `counts`.
Counts h_row(Draft const& draft, std::vector<std::int32_t> const& d, std::int64_t e,
             List<bool> const& counts) {
  ShadowCluster shadow(build(draft));
  Counts row;
  for (std::int64_t t = 1; t <= std::ssize(counts); ++t) {
    shadow.release(t);
    row.push_back(counts[t - 1] ? shadow.fill(t, d, e) : 0);
  }
  return row;
}

TEST(Shadow, RowsOfT6) {
  EXPECT_THAT(h_row(example_t6(), {1, 2}, 1, {1, 0, 1, 1, 0}), ElementsAre(12, 0, 12, 12, 0));
  EXPECT_THAT(h_row(example_t6(), {2, 1}, 2, {1, 1, 1, 1, 0}), ElementsAre(8, 0, 8, 0, 0));
  EXPECT_THAT(h_row(example_t6(), {1, 4}, 3, {0, 1, 1, 1, 1}), ElementsAre(0, 8, 0, 0, 8));
}

TEST(Shadow, ATaskOfAnotherShapeTakesWhatIsLeft) {
  Draft const draft{2, 0, {{10, 10}}, {}};
  ShadowCluster shadow(build(draft));
  std::vector<std::int32_t> const wide = {4, 1}, small = {1, 3};
  shadow.release(1);
  EXPECT_EQ(shadow.fill(1, wide, 3), 2);  // (2, 8) left
  shadow.release(2);
  EXPECT_EQ(shadow.fill(2, small, 1), 2);  // (0, 2) left
  shadow.release(3);
  EXPECT_EQ(shadow.fill(3, wide, 1), 0);  // (2, 8) left
  shadow.release(4);
  EXPECT_EQ(shadow.fill(4, wide, 1), 2);
}

TEST(Monopoly, OfT1) {
  Problem const p = build(example_t1());
  EXPECT_EQ(monopoly(p, std::vector<std::int32_t>{1, 2}), 8);
  EXPECT_EQ(monopoly(p, std::vector<std::int32_t>{2, 1}), 6);
}

TEST(Monopoly, OnTableThree) {
  Problem const p = build(table_three());
  EXPECT_EQ(p.servers, 100);
  std::map<std::vector<std::int32_t>, int> const published = {
      {{1, 2}, 3150}, {{4, 8}, 785}, {{2, 16}, 755}, {{1, 4}, 3030}, {{8, 8}, 375}};
  for (auto const& [demand, tasks] : published) EXPECT_EQ(monopoly(p, demand), tasks);
}

TEST(Score, SkipsAZeroFirstResource) {
  Draft const draft = example_t9();
  std::vector<std::int64_t> const left = {3, 8, 8};
  EXPECT_EQ(score(capacity_totals(build(draft)), left, draft.users[0].jobs[0].demand), 1.25);
}

TEST(Score, OfT1) {
  std::vector<std::int64_t> const totals = {12, 16}, s0 = {4, 8}, s1 = {8, 8};
  std::vector<std::int32_t> const u0 = {1, 2}, u1 = {2, 1};
  EXPECT_EQ(score(totals, s0, u0), 0.0);
  EXPECT_EQ(score(totals, s1, u0), 0.75);
  EXPECT_EQ(score(totals, s1, u1), 0.375);
}

TEST(Score, AResourceThatNobodyHasAddsNothing) {
  std::vector<std::int64_t> const totals = {10, 0, 10}, left = {4, 0, 8};
  std::vector<std::int32_t> const demand = {1, 0, 2};
  EXPECT_EQ(score(totals, left, demand), 0.0);
}

TEST(Oracle, ABlockedUserTakesPartInNothing) {
  Draft const draft{1,
                    0,
                    {{4}},
                    {{1, {draft_job({5}, 2), draft_job({1}, 1, 3)}},
                     {1, {draft_job({1}, 1), draft_job({5}, 1), draft_job({1}, 7)}}}};
  RunResult const result = run(draft, "tsf");
  EXPECT_EQ(result.started, 1);
  using P = std::pair<std::int32_t, std::int32_t>;
  EXPECT_THAT(result.blocked, ElementsAre(P{0, 0}, P{1, 3}));
  EXPECT_EQ(result.slots, 2);
  ASSERT_EQ(result.slot_rows.size(), 2u);
  EXPECT_EQ(result.slot_rows[0].queued, 0);
  EXPECT_EQ(result.slot_rows[0].users, 1);
  EXPECT_EQ(result.slot_rows[1].jain, 1.0);
}

}  // namespace
}  // namespace fairslot
