// What must hold on every run, checked by playing the picks back; and that the check can fail.
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/every_policy.hpp"
#include "tests/property/replay.hpp"
#include "tests/random_problem.hpp"
#include "tests/worked_examples.hpp"

namespace fairslot {
namespace {

constexpr Recording everything{.slots = true, .picks = true, .shares = true, .fragmentation = true};

RC_GTEST_PROP(Invariants, HoldUnderEveryPolicy, ()) {
  Draft draft = *drafts(100);
  draft.changes.clear();  // what is lost starts again
  Problem const problem = build(draft);
  for (Policy const& policy : every_policy(draft.resources)) {
    std::string const broken =
        broken_invariant(problem, policy, simulate(problem, policy, everything));
    if (!broken.empty()) RC_FAIL(canonical_name(policy) + ": " + broken);
  }
}

class Replaying : public testing::Test {
 protected:
  std::string broken() const { return broken_invariant(problem_, policy_, result_); }
  Problem problem_ = build(example_t6());
  Policy policy_ = parse_policy("tvtsf");
  RunResult result_ = simulate(problem_, policy_, everything);
};

TEST_F(Replaying, AcceptsARun) { EXPECT_EQ(broken(), ""); }

TEST_F(Replaying, SeesAnOverfullServer) {
  for (Pick& pick : result_.picks)
    if (pick.user == 0) pick.server = 0;
  EXPECT_NE(broken(), "");
}

TEST_F(Replaying, SeesATaskOnAForbiddenServer) {
  for (Pick& pick : result_.picks)
    if (pick.user == 2 && pick.server == 2) pick.server = 1;
  EXPECT_NE(broken(), "");
}

TEST_F(Replaying, SeesALostTask) {
  result_.picks.pop_back();
  EXPECT_NE(broken(), "");
}

TEST_F(Replaying, SeesALateRelease) {
  problem_.duration[0] = 2;
  EXPECT_NE(broken(), "");
}

TEST_F(Replaying, SeesRoomThatWasNotUsed) {
  problem_.capacity[1] += 100;
  EXPECT_NE(broken(), "");
}

}  // namespace
}  // namespace fairslot
