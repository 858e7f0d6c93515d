// Policies that come to the same where what sets them apart is not there.
#include <algorithm>

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/difference.hpp"
#include "tests/random_problem.hpp"

namespace fairslot {
namespace {

constexpr Recording everything{.slots = true, .picks = true, .shares = true, .fragmentation = true};

/// Events of weights and guarantees would set apart what is alike.
Draft without_them(Draft draft) {
  std::erase_if(draft.changes, [](Change const& change) { return !change.is_of_server(); });
  return draft;
}

void expect_equal(Problem const& problem, std::string const& one, std::string const& other) {
  RunResult const a = simulate(problem, parse_policy(one), everything);
  RunResult const b = simulate(problem, parse_policy(other), everything);
  std::string const text = difference(a, b);
  if (!text.empty()) RC_FAIL(one + " and " + other + ": " + text);
}

/// 1/N divides and multiplies without rounding, and all were handed in at once.
RC_GTEST_PROP(EqualPolicies, WithoutQueuesCapacityAndHdrfAreDrfh, ()) {
  Draft draft = without_them(*drafts(501));
  RC_PRE(!draft.users.empty());
  std::size_t users = 8;
  while (users > draft.users.size()) users /= 2;
  draft.users.resize(*rc::gen::inRange(0, 3) == 0 ? 1 : users);
  draft.queues.clear();
  for (DraftUser& user : draft.users) {
    user.weight = 1;
    user.queue = -1;
    for (DraftJob& job : user.jobs) job.submit = 1, job.terms = {};
  }
  Problem const problem = build(draft);
  for (char const* const options : {"", ":memory=slot", ":fit=worst", ":backfill=1"}) {
    std::string const drfh = std::string("drfh") + options;
    expect_equal(problem, std::string("capacity") + options, drfh);
    expect_equal(problem, std::string("hdrf") + options, drfh);
  }
  expect_equal(problem, "hdrf:rescale=1", "drfh");
}

/// A queue around all users changes nothing but their weights, which are equal.
RC_GTEST_PROP(EqualPolicies, OneQueueOfAllIsNoQueue, ()) {
  Draft draft = without_them(*drafts(502));
  draft.queues.clear();
  for (DraftUser& user : draft.users) {
    user.weight = 1;
    user.queue = -1;
    for (DraftJob& job : user.jobs) job.terms = {};
  }
  Problem const without = build(draft);
  draft.queues = {{1.0, -1}, {1.0, 0}, {1.0, 1}};
  for (DraftUser& user : draft.users) user.queue = 2;
  Problem const within = build(draft);
  RunResult const a = simulate(without, parse_policy("drfh"), everything);
  for (char const* const policy : {"hdrf", "hdrf:rescale=1"}) {
    std::string const text = difference(simulate(within, parse_policy(policy), everything), a);
    if (!text.empty()) RC_FAIL(policy + (": " + text));
  }
}

}  // namespace
}  // namespace fairslot
