// What audits must find, and zeros where they are proven.
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/audit/small_draft.hpp"
#include "tests/worked_examples.hpp"

namespace fairslot {
namespace {

using audit::Finding;

TEST(Audits, SharingIncentiveOfT4) {
  Draft draft{2,
              1,
              {{10, 10}, {10, 20}},
              {{1, {draft_job({1, 1}, 40)}}, {1, {draft_job({1, 1}, 40, 1, 1, {{0}})}}}};
  draft.users[0].own = {{1}}, draft.users[1].own = {{0}};
  Finding const si = found(draft, "tvtsf", "si");
  EXPECT_EQ(si.max_gap, 5);
  ASSERT_EQ(si.witnesses.size(), 1u);
  EXPECT_EQ(si.witnesses[0].user, 1);
  EXPECT_EQ(si.witnesses[0].slot, 1);
  EXPECT_EQ(si.witnesses[0].gap.left, 10);
  EXPECT_EQ(si.witnesses[0].gap.right, 5);
  EXPECT_EQ(si.witnesses[0].share, 0.25);  // 5 of h = 20
}

TEST(Audits, EnvyUpToOneOfT5a) {
  Draft const draft{2, 1, {{4, 3}}, {{1, {draft_job({4, 2}, 10)}}, {1, {draft_job({1, 1}, 10)}}}};
  Finding const ef1 = found(draft, "tvtsf", "ef1");
  EXPECT_EQ(ef1.violations, 1);
  ASSERT_EQ(ef1.witnesses.size(), 1u);
  EXPECT_EQ(ef1.witnesses[0].user, 1);
  EXPECT_EQ(ef1.witnesses[0].other, 0);
  EXPECT_EQ(ef1.witnesses[0].gap.gap, 1);
  EXPECT_EQ(found(draft, "tvtsf", "ef1_j").violations, 0);
}

TEST(Audits, RepackingOfT5b) {
  Draft const draft{
      2, 1, {{6, 2}, {3, 4}}, {{1, {draft_job({3, 2}, 10)}}, {1, {draft_job({2, 1}, 10)}}}};
  Finding const repack = found(draft, "tvtsf", "repack");
  EXPECT_EQ(repack.violations, 1);
  EXPECT_EQ(repack.witnesses.at(0).other, 1);
}

TEST(Audits, SharingIncentiveOfT8WithoutMemory) {
  Draft draft{2, 0, {{2, 2}}, {}};
  for (int i = 0; i < 3; ++i) draft.users.push_back({1, {draft_job({1, 1}, 20)}, -1, 0, 0, {{0}}});
  Finding const si = found(draft, "tsf", "si");
  EXPECT_EQ(si.max_gap, 20);
  EXPECT_EQ(si.witnesses.at(0).user, 2);
  EXPECT_EQ(si.witnesses.at(0).slot, 10);
  EXPECT_EQ(si.final_gap, 0);
}

TEST(Audits, LiesThatPay) {
  Draft const drf{1, 1, {{4}}, {{1, {draft_job({1}, 5)}}, {1, {draft_job({3}, 5)}}}};
  Finding const one = found(drf, "drf", "sp");
  EXPECT_EQ(one.max_gap, 1);
  EXPECT_EQ(one.witnesses.at(0).user, 0);
  EXPECT_EQ(one.witnesses.at(0).gap.what,
            "twice the demand");  // of lies that gain as much the first
  Draft const cdrf{1, 1, {{6}}, {{1, {draft_job({4}, 5)}}, {1, {draft_job({2}, 5)}}}};
  Finding const other = found(cdrf, "cdrf", "sp");
  EXPECT_EQ(other.max_gap, 1);
  EXPECT_EQ(other.witnesses.at(0).user, 1);
}

/// One server, one slot, equal weights: the one place where both are proven.
RC_GTEST_PROP(ProvenZeros, CdrfOnOneServerInOneSlot, ()) {
  Draft draft = small_draft(*rc::gen::arbitrary<std::uint64_t>());
  draft.horizon = 1, draft.servers.resize(1), draft.changes.clear(), draft.speeds.clear();
  for (DraftUser& user : draft.users) {
    user.weight = 1, user.leave = 0, user.own.reset(), user.jobs.resize(1);
    user.jobs[0].submit = 1, user.jobs[0].terms = {}, user.jobs[0].servers.reset();
    user.jobs[0].tasks = 100;
  }
  RC_LOG() << draft;
  RC_ASSERT(found(draft, "cdrf", "si_split").violations == 0);
  RC_ASSERT(found(draft, "cdrf", "ef1").violations == 0);
}

RC_GTEST_PROP(ProvenZeros, NobodyIsLeftOutWhoseTaskHasRoom, ()) {
  Draft draft = small_draft(*rc::gen::arbitrary<std::uint64_t>());
  std::erase_if(draft.changes, [](Change const& change) { return change.is_of_server(); });
  std::string const policy = *rc::gen::elementOf(
      std::vector<std::string>{"tvtsf", "tsf:backfill=1", "cdrf_g", "drf", "drfh:fit=worst", "cmmf",
                               "eunomia", "decayed", "sdrf", "dynamic_drf", "fair:resource=0",
                               "capacity", "slots:per=2", "karma", "psdsf", "hdrf"});
  RC_LOG() << policy << '\n' << draft;
  RC_ASSERT(found(draft, policy, "maximality").violations == 0);
}

/// What skips somebody is found: a strict queue ends a slot at the first task without room.
TEST(Audits, MaximalityNoticesAStrictQueue) {
  Draft const draft{2, 1, {{10, 18}}, {{1, {draft_job({1, 4}, 9)}}, {1, {draft_job({3, 1}, 9)}}}};
  EXPECT_EQ(found(draft, "drf", "maximality").violations, 0);
  Finding const strict = found(draft, "drf:strict=1", "maximality");
  EXPECT_EQ(strict.violations, 1);
  EXPECT_EQ(strict.witnesses.at(0).user, 0);
}

}  // namespace
}  // namespace fairslot
