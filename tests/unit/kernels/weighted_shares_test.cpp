// Shares in the rows of slots: a user's, divided by its weight.
#include "gtest/gtest.h"
#include "kernels/simulation.hpp"
#include "tests/draft.hpp"

namespace fairslot {
namespace {

/// The first slot of nine places and users of these weights that want all of them.
SlotRow first_slot(std::vector<double> const& weights, Engine engine = Engine::automatic,
                   std::vector<DraftUser> const& others = {}) {
  Draft draft{.resources = 1, .horizon = 1, .servers = {{9}}, .users = {}};
  for (double const weight : weights)
    draft.users.push_back({weight, {{1, 20, 2, {1}, std::nullopt, std::nullopt}}});
  draft.users.insert(draft.users.end(), others.begin(), others.end());
  RunResult const run = simulate(build(draft), parse_policy("tsf"), {}, engine);
  return run.slot_rows.at(0);
}

TEST(WeightedShares, SixToThreeUnderTwoToOneIsFair) {
  for (EngineInfo const& engine : engine_infos()) {
    SlotRow const row = first_slot({2, 1}, engine.engine);
    EXPECT_EQ(row.jain, 1.0) << engine.name;
    EXPECT_EQ(row.min_share, 3.0 / 9) << engine.name;
    EXPECT_EQ(row.max_share, 3.0 / 9) << engine.name;
  }
}

TEST(WeightedShares, EqualWeightsOnlyScaleThem) {
  SlotRow const one = first_slot({1, 1}), four = first_slot({4, 4});  // 5 and 4 places
  EXPECT_EQ(one.max_share, 5.0 / 9);
  EXPECT_EQ(four.max_share, 5.0 / 36);
  EXPECT_EQ(four.jain, one.jain);
  EXPECT_NEAR(one.jain, 81.0 / 82, 1e-9);
}

TEST(WeightedShares, TheLightestUserLeavesTheOthersTheirDigits) {
  SlotRow const row = first_slot({1e6, 1e6}, Engine::automatic, {{1, {}}});  // 5 and 4 places
  EXPECT_NEAR(row.jain, 81.0 / 82, 1e-9);
}

/// Shares are what they are, whoever else is there: with users as light or heavy as weights may be
/// who want nothing, and beside others of their own weight.
TEST(WeightedShares, TheWidestWeightsLeaveTheOthersTheirDigits) {
  for (EngineInfo const& engine : engine_infos())
    for (double const weight : {limits::min_weight, 1.0, limits::max_weight})
      for (double const other : {limits::min_weight, 1.0, limits::max_weight}) {
        SlotRow const row = first_slot({weight, weight}, engine.engine, {{other, {}}});
        EXPECT_NEAR(row.jain, 81.0 / 82, 1e-9) << engine.name << " " << weight << " " << other;
      }
}

TEST(WeightedShares, TheWidestWeightsOverflowNothing) {
  SlotRow const row = first_slot({limits::min_weight, limits::max_weight});
  EXPECT_GT(row.jain, 0.49);
  EXPECT_LE(row.jain, 1.0);
}

}  // namespace
}  // namespace fairslot
