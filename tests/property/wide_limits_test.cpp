// The cluster-wide engine's limits never change a result. Small ones exercise every way in which
// its lists run out: a pair without a list, a list used up, too many servers changed.
#include <sstream>

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/difference.hpp"
#include "tests/every_policy.hpp"
#include "tests/random_problem.hpp"

namespace fairslot {
namespace {

using Selection = WideLimits::Selection;
constexpr Recording everything{.slots = true, .picks = true, .shares = true, .fragmentation = true};

RunResult run_wide(Problem const& problem, Policy const& policy, WideLimits const& limits,
                   double seconds) {
  Simulator simulator({.engine = Engine::wide, .resident = 1, .wide = limits});
  simulator.add(0, {std::shared_ptr<void>(), &problem}, policy, everything);
  for (;;) {
    std::vector<RunResult> ended = simulator.advance(seconds);
    if (!ended.empty()) return std::move(ended.front());
  }
}

WideLimits random_limits() {
  return {.lists = *rc::gen::element(1, 2, 3, 64),
          .length = *rc::gen::element(1, 2, 3, 32),
          .changed = *rc::gen::element(-1, 0, 1, 2, 5),
          .tile_words = *rc::gen::element(0, 1, 2),
          .selection = *rc::gen::element(Selection::rounds, Selection::insertion)};
}

RC_GTEST_PROP(WideLimits, NeverChangeAResult, ()) {
  Draft draft = *drafts(301);
  auto const policies = every_policy(draft.resources);
  for (int i = 0; i < 4; ++i) {
    Policy const policy = policies[*rc::gen::inRange<std::size_t>(0, policies.size())];
    leave_out_refused(policy, draft);
    Problem const problem = build(draft);
    RunResult const expected = simulate(problem, policy, everything, Engine::scan);
    WideLimits const limits = random_limits();
    double const seconds = *rc::gen::element(0.0, 0.2);
    std::string const text = difference(run_wide(problem, policy, limits, seconds), expected);
    if (!text.empty()) {
      std::ostringstream what;
      what << canonical_name(policy) << ", " << limits.lists << " lists of " << limits.length
           << ", " << limits.changed << " changed, tiles of " << limits.tile_words
           << " words, selection " << static_cast<int>(limits.selection) << ": " << text;
      RC_FAIL(what.str());
    }
  }
}

/// Many servers that differ, few of them full: lists of the default length run out.
Draft crowded(int servers, int resources) {
  Draft draft;
  draft.resources = resources;
  draft.horizon = 12;
  for (int m = 0; m < servers; ++m) {
    std::vector<std::int32_t> capacity;
    for (int r = 0; r < resources; ++r) capacity.push_back(8 + (m * (7 + 4 * r) + r) % 23);
    draft.servers.push_back(capacity);
  }
  for (int u = 0; u < 90; ++u) {
    DraftJob job{.submit = 1 + u % 3,
                 .tasks = 40,
                 .duration = 2 + u % 5,
                 .demand = {},
                 .servers = {},
                 .label = {}};
    for (int r = 0; r < resources; ++r) job.demand.push_back(1 + (u * (3 + r) + r) % 6);
    draft.users.push_back({1.0 + u % 4, {job}});
  }
  return draft;
}

TEST(WideLimits, TheDefaultsRunOutToo) {
  for (int const resources : {1, 3, 4}) {
    Problem const problem = build(crowded(700, resources));
    for (char const* const name : {"tvtsf", "drfh:fit=first"}) {
      Policy const policy = parse_policy(name);
      RunResult const expected = simulate(problem, policy, everything, Engine::scan);
      for (Selection const selection : {Selection::rounds, Selection::insertion})
        EXPECT_EQ(difference(run_wide(problem, policy, {.selection = selection}, 0.2), expected),
                  "")
            << resources << " resources, " << name;
    }
  }
}

}  // namespace
}  // namespace fairslot
