// Algorithm 2's three worked matches, and the coarse rule's.
#include <gtest/gtest.h>

#include "host/stages/matching.hpp"

namespace fairslot::stages {
namespace {

Amounts of(double cores, double gib) { return {amount_of(cores), amount_of(gib)}; }

/// 2 cores and 4 GB for 3 seconds, then 4 and 8, of 4 and 8.
class Matching : public testing::Test {
 protected:
  std::vector<Piece> const pieces_ = {{0, of(2, 4)}, {3, of(4, 8)}};
  Future const future_{pieces_, 0, of(4, 8), of(4, 8)};
  Squeeze const squeeze_{0.1, 0};

  bool fits(double cores, double gib, double limit = 0.1) const {
    Stage const stages[] = {{of(1, 2), 2}, {of(cores, gib), 2}};
    return !misfit_fine(future_, stages, {limit, 0});
  }
};

TEST_F(Matching, SqueezesCpuWithinTheLimit) {
  EXPECT_TRUE(fits(2.2, 3));
  EXPECT_TRUE(fits(2.4, 3));
  EXPECT_FALSE(fits(2.5, 3));
  EXPECT_FALSE(fits(2.2, 3, 0));
}

TEST_F(Matching, NeverSqueezesMemory) {
  EXPECT_TRUE(fits(2, 4));
  EXPECT_FALSE(fits(2, 5));
}

TEST_F(Matching, MeetsOnlyThePiecesOfTheStage) {
  Stage const late[] = {{of(1, 2), 3}, {of(4, 8), 100}};
  EXPECT_FALSE(misfit_fine(future_, late, squeeze_));
  Stage const early[] = {{of(1, 2), 2.9}, {of(4, 8), 100}};
  auto const misfit = misfit_fine(future_, early, squeeze_);
  ASSERT_TRUE(misfit);
  EXPECT_EQ(misfit->stage, 1u);
  EXPECT_EQ(misfit->piece, 0u);
}

TEST_F(Matching, CoarseTakesTheLeastOfTheWholeTime) {
  EXPECT_FALSE(misfit_coarse(future_, of(2, 4), 10));
  EXPECT_TRUE(misfit_coarse(future_, of(2.1, 4), 3));
  EXPECT_TRUE(misfit_coarse(future_, of(2, 4.1), for_ever));
}

}  // namespace
}  // namespace fairslot::stages
