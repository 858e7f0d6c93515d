// What weights may change and what not.
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/difference.hpp"
#include "tests/every_policy.hpp"
#include "tests/random_problem.hpp"

namespace fairslot {
namespace {

constexpr Recording picks{.slots = false, .picks = true};

/// With every job's weight, and user's, multiplied.
Draft weighed(Draft draft, double factor) {
  for (DraftUser& user : draft.users) {
    user.weight *= factor;
    for (DraftJob& job : user.jobs) job.terms.weight *= factor;
  }
  for (Change& change : draft.changes)
    if (change.what == Change::What::weight) change.value *= factor;
  return draft;
}

/// Credits are shares over weights, and shares are what they are; nodes beside users keep theirs;
/// and what has faded below 2^-1022, a thousand half-lives, has lost the digit that halving takes.
bool minds_doubled_weights(Policy const& policy) {
  return info_of(policy).name == "karma" || info_of(policy).name == "hdrf" ||
         canonical_name(policy) == "decayed:half_life=1";
}

RC_GTEST_PROP(Weights, DoubledChangeNoPick, ()) {
  Draft draft = *drafts(200);
  std::erase_if(draft.changes, [](Change const& c) { return c.what == Change::What::policy; });
  Problem const once = build(draft), twice = build(weighed(draft, 2));
  for (Policy const& policy : every_policy(draft.resources)) {
    if (minds_doubled_weights(policy)) continue;
    if (simulate(once, policy, picks).picks != simulate(twice, policy, picks).picks)
      RC_FAIL(canonical_name(policy));
  }
}

/// A power of two, so that a sum of products is the product of the sum.
RC_GTEST_PROP(Weights, OfAllJobsAreTheirUsers, ()) {
  Draft users = *drafts(201);
  std::erase_if(users.changes, [](Change const& c) {
    return c.what == Change::What::weight || c.what == Change::What::policy;
  });
  for (DraftUser& user : users.users) {
    user.weight = *rc::gen::element(0.25, 1.0, 8.0);
    for (DraftJob& job : user.jobs) job.terms.weight = 0;
  }
  Draft jobs = users;
  for (DraftUser& user : jobs.users)
    for (DraftJob& job : user.jobs) job.terms.weight = user.weight;
  Problem const given = build(users), by_job = build(jobs);
  for (Policy const& policy : every_policy(users.resources)) {
    std::string const text =
        difference(simulate(by_job, policy, picks), simulate(given, policy, picks));
    if (!text.empty()) RC_FAIL(canonical_name(policy) + ": " + text);
  }
}

/// Two users wait for 10^9 slots with tasks of two shapes.
TEST(Weights, OfLongWaitsAreAddedUp) {
  constexpr std::int64_t last = 1000000000;
  Draft draft{1, last, {{4}, {8}}, {}};
  DraftJob blocker{1, 1, last - 1, {4}, {}, {}, {}}, large{1, 1, last - 1, {8}, {}, {}, {}};
  draft.users.push_back({1, {blocker, large}});
  for (double const weight : {1.0 / 3, 0.1}) {
    DraftJob a{2, 1000, 1, {1}, {}, {}, {weight}}, b{2, 1000, 2, {3}, {}, {}, {2 * weight}};
    draft.users.push_back({1, {a, b}});
  }
  for (char const* const policy : {"tvtsf", "tvtsf:h=full", "tvtsf:h=fluid"}) {
    RunResult const result = simulate(build(draft), parse_policy(policy), picks);
    EXPECT_EQ(result.started, 14) << policy;
    // The heavier one goes first, and has 3.3 times as much.
    EXPECT_EQ(result.entry_started[2], 9) << policy;
  }
}

}  // namespace
}  // namespace fairslot
