// What slot rows say of users that wait, worked out by hand.
#include <cmath>

#include "gtest/gtest.h"
#include "kernels/simulation.hpp"
#include "tests/draft.hpp"

namespace fairslot {
namespace {

constexpr Recording everything{.slots = true, .picks = true, .shares = true, .fragmentation = true};

/// Ten places on one server; jobs from slot 1 on.
DraftUser user_of(std::int64_t tasks, std::int32_t demand, std::int64_t duration = 2) {
  return {1, {{1, tasks, duration, {demand}, std::nullopt, std::nullopt}}};
}

/// Five of eight and five of twenty start; who asks for eleven places never waits.
TEST(SlotMetrics, OfWhoWaitsButNotOfTheBlocked) {
  Draft const draft{1, 1, {{10}}, {user_of(8, 1), user_of(1, 11), user_of(20, 1)}};
  for (EngineInfo const& engine : engine_infos()) {
    RunResult const run = simulate(build(draft), parse_policy("tsf"), everything, engine.engine);
    SlotRow const& row = run.slot_rows.at(0);
    EXPECT_EQ(row.waiting_users, 2) << engine.name;
    EXPECT_EQ(row.users, 2) << engine.name;
    EXPECT_EQ(row.entitled_gap, 1.0) << engine.name;
    EXPECT_EQ(row.smallest_unplaced, 0.1) << engine.name;
    ASSERT_EQ(run.shares.size(), 2u) << engine.name;
    EXPECT_EQ(run.shares[1].user, 2) << engine.name;
    EXPECT_EQ(run.shares[1].share, 0.5) << engine.name;
    EXPECT_EQ(run.shares[1].entitled, 0.5) << engine.name;
  }
}

/// First come, first served: the first user has all ten places, of which three are the second's.
TEST(SlotMetrics, OfWhoIsBehind) {
  Draft const draft{1, 5, {{10}}, {user_of(20, 1), user_of(1, 3, 1)}};
  RunResult const run = simulate(build(draft), parse_policy("fifo"), everything);
  SlotRow const& row = run.slot_rows.at(0);
  EXPECT_EQ(row.waiting_users, 2);
  EXPECT_EQ(row.entitled_gap, 0.0);
  EXPECT_EQ(row.smallest_unplaced, 0.1);
  EXPECT_DOUBLE_EQ(run.shares.at(0).entitled, 0.7);
  EXPECT_DOUBLE_EQ(run.shares.at(1).entitled, 0.3);
}

TEST(SlotMetrics, NobodyWaits) {
  Draft const draft{1, 0, {{10}}, {user_of(4, 1)}};
  RunResult const run = simulate(build(draft), parse_policy("tsf"), everything);
  ASSERT_EQ(run.slot_rows.size(), 2u);  // starts and ends
  EXPECT_EQ(run.slot_rows[0].waiting_users, 0);
  EXPECT_TRUE(std::isnan(run.slot_rows[0].entitled_gap));
  EXPECT_TRUE(std::isnan(run.slot_rows[0].smallest_unplaced));
  ASSERT_EQ(run.shares.size(), 2u);
  EXPECT_EQ(run.shares[0].entitled, 0.4);
  EXPECT_EQ(run.shares[1].entitled, 0.0);
}

/// Servers of 10 and 6, three tasks of 4 on the first two places: 2 and 2 are left, of which tasks
/// of 4 reach nothing, and tasks of 1, a quarter of all, only what the second server has.
TEST(SlotMetrics, FragmentationIsWhatTasksDoNotReach) {
  Draft draft{1, 1, {{10}, {6}}, {user_of(3, 4)}};
  draft.users.push_back({1, {{5, 1, 1, {1}, std::vector<std::int32_t>{1}, std::nullopt}}});
  RunResult const run = simulate(build(draft), parse_policy("tsf"), everything);
  EXPECT_EQ(run.started, 3);
  EXPECT_DOUBLE_EQ(run.slot_rows.at(0).fragmentation[0], (3 * 4 + 1 * 2) / (4.0 * 4));
}

/// Twenty tasks that start and end in slots of their own: but for the first row one server each.
TEST(SlotMetrics, FragmentationLooksWhereSomethingHasChanged) {
  Draft draft{1, 0, std::vector<std::vector<std::int32_t>>(100, {10}), {{1, {}}}};
  for (int i = 0; i < 20; ++i)
    draft.users[0].jobs.push_back({1 + i, 1, 100, {4}, std::nullopt, std::nullopt});
  for (EngineInfo const& engine : engine_infos()) {
    RunResult const run = simulate(build(draft), parse_policy("tsf"), everything, engine.engine);
    ASSERT_EQ(run.slot_rows.size(), 40u) << engine.name;
    EXPECT_EQ(run.fragment_looks, 100 + 39) << engine.name;
  }
}

}  // namespace
}  // namespace fairslot
