// A run's result does not depend on the runs beside it, on launch lengths or on how many are
// resident.
#include <map>

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/difference.hpp"
#include "tests/every_policy.hpp"
#include "tests/random_problem.hpp"

namespace fairslot {
namespace {

constexpr Recording everything{.slots = true, .picks = true, .shares = true, .fragmentation = true};

struct Job {
  std::shared_ptr<Problem const> problem;
  Policy policy;
  RunResult alone;
};

/// Several problems, each under a few policies, and what each gives alone.
std::vector<Job> jobs() {
  std::vector<Job> all;
  for (std::uint64_t const salt : {201u, 202u}) {
    Draft draft = *drafts(salt);
    auto const policies = every_policy(draft.resources);
    for (int i = 0; i < 3; ++i) {
      Policy const policy = policies[*rc::gen::inRange<std::size_t>(0, policies.size())];
      leave_out_refused(policy, draft);
      auto const problem = std::make_shared<Problem const>(build(draft));
      all.push_back({problem, policy, simulate(*problem, policy, everything)});
    }
  }
  return all;
}

void expect_same(std::vector<Job> const& all, SimulatorSettings settings, double seconds) {
  Simulator simulator(settings);
  std::map<std::uint64_t, RunResult> results;
  std::size_t next = 0;
  while (next < all.size() || !simulator.idle()) {
    for (; next < all.size() && simulator.has_room(); ++next)
      simulator.add(1000 + next, all[next].problem, all[next].policy, everything);
    for (RunResult& result : simulator.advance(seconds)) {
      std::uint64_t const id = result.id;
      RC_ASSERT(results.emplace(id, std::move(result)).second);
    }
  }
  RC_ASSERT(results.size() == all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::string const text = difference(results.at(1000 + i), all[i].alone);
    if (!text.empty()) RC_FAIL(canonical_name(all[i].policy) + ": " + text);
  }
}

RC_GTEST_PROP(Batch, DoesNotDependOnNeighboursOrLaunches, ()) {
  auto const all = jobs();
  expect_same(all, {.engine = Engine::automatic, .resident = 1}, 0.0);
  expect_same(all, {.engine = Engine::scan, .resident = 2}, 0.2);
  expect_same(all, {.engine = Engine::certified, .resident = 7}, 0.0);
  expect_same(all, {.engine = Engine::automatic, .resident = 0}, 0.001);
  expect_same(all, {.engine = Engine::team, .resident = 3}, 0.0);
  expect_same(all, {.engine = Engine::wide, .resident = 3}, 0.0);
}

TEST(Batch, RecordsOnlyWhatIsAskedFor) {
  Problem const problem = build(random_draft(12));
  Policy const policy = parse_policy("tvtsf");
  RunResult const all = simulate(problem, policy, everything);
  RunResult const none = simulate(problem, policy, {.slots = false, .picks = false});
  ASSERT_FALSE(all.picks.empty());
  ASSERT_FALSE(all.slot_rows.empty());
  EXPECT_TRUE(none.picks.empty());
  EXPECT_TRUE(none.slot_rows.empty());
  EXPECT_EQ(none.started, all.started);
  EXPECT_EQ(none.queueing, all.queueing);
}

}  // namespace
}  // namespace fairslot
