// A run advanced by a team of threads: how many they are never changes a result. Teams are as large
// as there are threads: property.teams has four.
#include "gtest/gtest.h"
#include "host/bench/cases.hpp"
#include "kernels/list.hpp"
#include "rapidcheck/gtest.h"
#include "tests/difference.hpp"
#include "tests/every_policy.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random_problem.hpp"
#include "tests/worked_examples.hpp"

namespace fairslot {
namespace {

constexpr Recording everything{.slots = true, .picks = true, .shares = true, .fragmentation = true};

RunResult run_by_team(Problem const& problem, Policy const& policy, int threads, double seconds,
                      Engine engine = Engine::team) {
  Simulator simulator({.engine = engine, .resident = 1, .team_threads = threads});
  simulator.add(0, {std::shared_ptr<void>(), &problem}, policy, everything);
  for (;;) {
    std::vector<RunResult> ended = simulator.advance(seconds);
    if (!ended.empty()) return std::move(ended.front());
  }
}

/// Under any policy, by teams of any size.
void expect_oracle(Draft draft) {
  auto const policies = every_policy(draft.resources);
  Policy const policy = policies[*rc::gen::inRange<std::size_t>(0, policies.size())];
  leave_out_refused(policy, draft);
  Problem const problem = build(draft);
  RunResult const expected = oracle(problem, policy, everything);
  double const seconds = *rc::gen::element(0.0, 0.2);
  for (int const threads : {1, 2, 4})
    for (Engine const engine : {Engine::team, Engine::wide}) {
      std::string const text =
          difference(run_by_team(problem, policy, threads, seconds, engine), expected);
      if (!text.empty())
        RC_FAIL(canonical_name(policy) + ", engine " + std::string(name_of(engine)) + ", " +
                std::to_string(threads) + " threads: " + text);
    }
}

RC_GTEST_PROP(Team, EqualsTheOracle, ()) { expect_oracle(*drafts(401)); }

/// Many users and servers, many of whose scores and ratios are equal; releases of many tasks at
/// once.
Draft crowded() {
  Draft draft;
  draft.resources = *rc::gen::inRange(1, 5);
  draft.horizon = *rc::gen::inRange(3, 15);
  int const kinds = *rc::gen::inRange(1, 6);
  int const groups = *rc::gen::inRange(0, 4);
  auto const amount = [&](int least, int most) { return *rc::gen::inRange(least, most + 1); };
  auto const vector_of = [&](int least, int most) {
    List<std::int32_t> all;
    for (int r = 0; r < draft.resources; ++r) all.push_back(amount(least, most));
    return all;
  };
  List<List<std::int32_t>> capacities, demands;
  for (int i = 0; i < kinds; ++i) {
    capacities.push_back(vector_of(i % 2, 12));
    demands.push_back(vector_of(0, 4));
    demands.back()[amount(0, draft.resources - 1)] = 1 + i % 3;
  }
  int const servers = *rc::gen::element(1, 63, 64, 65, 200);
  for (int m = 0; m < servers; ++m) draft.servers.push_back(capacities[amount(0, kinds - 1)]);
  int const users = *rc::gen::element(1, 40, 64, 70, 130);
  for (int u = 0; u < users; ++u) {
    DraftUser user{.weight = 1.0 + u % 3, .jobs = {}};
    for (int j = 0; j < 3; ++j) {
      DraftJob job{.submit = amount(1, 4),
                   .tasks = amount(1, 12),
                   .duration = amount(1, 3),
                   .demand = demands[amount(0, kinds - 1)],
                   .servers = {},
                   .label = {}};
      if (groups > 0 && amount(0, 2) == 0) {
        job.servers.emplace();
        for (int m = u % groups; m < servers; m += groups) job.servers->push_back(m);
      }
      user.jobs.push_back(job);
    }
    draft.users.push_back(user);
  }
  return draft;
}

RC_GTEST_PROP(Team, BreaksTiesAsTheOracle, ()) { expect_oracle(crowded()); }

/// Some arrays of a run do not fit into scratch memory any more.
TEST(Team, RunsLargerThanScratchMemory) {
  for (int const servers : {100, 600, 3000}) {
    bench::Case c;
    c.name = "large";
    c.servers = servers;
    c.users = 150;
    c.classes = 40;
    c.resources = 3;
    c.constraint = bench::Constraint::sets;
    c.end = 6;
    auto const problem = bench::make_problem(c, 1);
    Policy const policy = parse_policy("tvtsf");
    RunResult const expected = simulate(*problem, policy, everything, Engine::scan);
    ASSERT_GT(expected.started, 500);
    for (int const threads : {1, 2, 4})
      EXPECT_EQ(difference(run_by_team(*problem, policy, threads, 0.0), expected), "")
          << servers << " servers, " << threads << " threads";
  }
}

/// What LongHorizon asks of one lane.
TEST(Team, SaysWhatOverflows) {
  constexpr std::int64_t last_slot = 2147483647;
  Draft draft{1, 0, std::vector<std::vector<std::int32_t>>(16384, {1 << 30}), {}};
  draft.servers.back() = {1};
  draft.users = {{1, {draft_job({1}, 2, 1, last_slot, {{16383}})}}};
  Problem const patient = build(draft);
  for (int const threads : {1, 2, 4}) {
    auto const status = [&](char const* policy) {
      return run_by_team(patient, parse_policy(policy), threads, 0.2).status;
    };
    EXPECT_EQ(status("tvtsf:h=full"), RunStatus::h_sum_overflow) << threads;
    EXPECT_EQ(status("tvtsf"), RunStatus::complete) << threads;
  }
  Draft const crowd{1, 0, {{1}}, {{1, {draft_job({1}, 92683, 1, last_slot)}}}};
  EXPECT_EQ(run_by_team(build(crowd), parse_policy("fifo"), 1, 0.2).status,
            RunStatus::queue_sum_overflow);
}

}  // namespace
}  // namespace fairslot
