// Runs that outgrow what they were given at first: the host makes room and they go on as if it had
// always been there.
#include "gtest/gtest.h"
#include "tests/difference.hpp"
#include "tests/draft.hpp"
#include "tests/every_policy.hpp"
#include "tests/oracle/oracle.hpp"

namespace fairslot {
namespace {

constexpr Recording everything{.slots = true, .picks = true, .shares = true, .fragmentation = true};

void expect_oracle(Draft const& draft, Policy const& policy) {
  Problem const problem = build(draft);
  RunResult const expected = oracle(problem, policy, everything);
  for (Engine const engine : {Engine::scan, Engine::certified, Engine::wide, Engine::team})
    EXPECT_EQ(difference(simulate(problem, policy, everything, engine), expected), "")
        << canonical_name(policy);
}

DraftJob job(std::int64_t submit, std::int64_t tasks, std::int64_t duration,
             std::vector<std::int32_t> demand) {
  return {submit, tasks, duration, std::move(demand), std::nullopt, std::nullopt};
}

// Each head fits where its forerunners left room, so every slot adds a batch to the shadow; then
// the batches end one by one under a head of another class.
TEST(Growth, OfShadowBatches) {
  Draft draft{.resources = 1, .horizon = 0, .servers = {}, .users = {{}, {}}};
  constexpr int levels = 24;
  for (int i = 0; i < levels; ++i) draft.servers.push_back({1 << i});
  for (int i = 0; i < levels; ++i)
    draft.users[0].jobs.push_back(job(1 + i, 1, 40 + 3 * i, {1 << (levels - 1 - i)}));
  for (int i = 0; i < 30; ++i) draft.users[0].jobs.push_back(job(30, 2, 1 + i % 3, {1 + i % 2}));
  draft.users[1].jobs.push_back(job(1, 400, 2, {1}));
  for (Policy const& policy : every_policy(draft.resources)) expect_oracle(draft, policy);
}

// More running tasks than the calendar's first events, more picks than one buffer holds.
TEST(Growth, OfEventsAndPicks) {
  Draft draft{.resources = 2, .horizon = 0, .servers = {}, .users = {{}, {}, {}}};
  for (int m = 0; m < 40; ++m) draft.servers.push_back({160 + m, 300});
  for (int u = 0; u < 3; ++u)
    draft.users[u].jobs.push_back(job(1 + u, 24000, 3 + u, {1, 1 + u % 2}));
  for (char const* name : {"tvtsf", "tsf", "cdrf:memory=slot", "drf", "drfh:fit=first"})
    expect_oracle(draft, parse_policy(name));
}

// More slots than rows, waits beyond the counters in place, more of them than one buffer holds.
TEST(Growth, OfRowsAndLongWaits) {
  Draft const draft{.resources = 1,
                    .horizon = 0,
                    .servers = {{1}},
                    .users = {{1, {job(1, 6000, 3, {1})}}, {1, {job(5, 300, 1, {1})}}}};
  for (Policy const& policy : every_policy(draft.resources)) expect_oracle(draft, policy);
}

}  // namespace
}  // namespace fairslot
