// Algorithm 2's three worked matches, the coarse rule's, and whom deadlines are asked of.
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

/// On a server that a task squeezes from 4 seconds on, for 4 seconds, by an eighth.
class Deadlines : public testing::Test {
 protected:
  static Instance with_deadline(double deadline) {
    Instance instance;
    instance.stages = {{of(1, 1), 4}, {of(2.25, 1), 4}};
    instance.tasks = {{.stages = 2, .deadline = deadline}};
    return instance;
  }

  /// Whether a new task with this stage may start, by its deadline and that of the other.
  bool keeps(Stage const& stage, double deadline, double of_other = for_ever) const {
    Instance const instance = with_deadline(of_other);
    Server server(instance, of(2, 8), 0);
    Running other;
    other.work = 8, other.reserved = of(1, 1);
    other.view = std::make_shared<Prediction const>(exact_prediction(instance.stages));
    server.start(other);
    Availability availability;
    availability.build(server, {});
    Future const future{availability.pieces(), 0, of(2, 8), availability.base()};
    return keeps_deadlines(server, future, {&stage, 1}, 0, deadline, instance, 0);
  }
};

TEST_F(Deadlines, AreNotAskedOfATaskThatEndsBeforeTheServerSqueezes) {
  EXPECT_TRUE(keeps({of(.75, 1), 1}, .5));
  EXPECT_TRUE(keeps({of(.75, 1), 4}, .5));
  EXPECT_TRUE(keeps({of(.75, 1), 1}, for_ever, 8));  // which it misses in any case
}

TEST_F(Deadlines, AreAskedWhereTheTaskMeetsSqueezing) {
  EXPECT_FALSE(keeps({of(.75, 1), 4.1}, 4.1));
  EXPECT_FALSE(keeps({of(1.5, 1), 1}, 1));
  EXPECT_TRUE(keeps({of(1.5, 1), 1}, 1.25));
  EXPECT_FALSE(keeps({of(1.5, 1), 1}, 1.24));
  EXPECT_FALSE(keeps({of(1.5, 1), 1}, for_ever, 8.7));
  EXPECT_TRUE(keeps({of(1.5, 1), 1}, for_ever, 8.75));
  EXPECT_TRUE(keeps({of(1.5, 1), 1}, .5));  // lost even at full speed: it would wait for ever
}

}  // namespace
}  // namespace fairslot::stages
