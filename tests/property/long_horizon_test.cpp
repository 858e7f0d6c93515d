// Quiet stretches are jumped: 2^31 slots with a few tasks take milliseconds, and what adds up over
// them (H_sum) is what adding slot by slot gives, to the last bit.
#include <chrono>
#include <cmath>
#include <ctime>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernels/build_details.hpp"
#include "tests/difference.hpp"
#include "tests/every_policy.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/worked_examples.hpp"

namespace fairslot {
namespace {

constexpr std::int64_t last_slot = 2147483647;
constexpr Recording everything{.slots = true, .picks = true, .shares = true, .fragmentation = true};

/// The run, and that the best of three tries takes less than 50 ms.
RunResult quick(Draft const& draft, Policy const& policy) {
  Problem const problem = build(draft);
  RunResult result;
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    auto const start = std::chrono::steady_clock::now();
    result = simulate(problem, policy, everything);
    best = std::min(
        best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  EXPECT_LT(best, 0.05) << canonical_name(policy);
  return result;
}

// In thousands, and threes: `slots` makes slots of 1000, 1 and 3 of resource 0.
TEST(LongHorizon, TenTasksInTwoBillionSlots) {
  Draft const draft{2,
                    last_slot,
                    {{12000, 12000}, {12000, 24000}},
                    {{1, {draft_job({3000, 3000}, 5), draft_job({6000, 9000}, 1, last_slot)}},
                     {1,
                      {draft_job({3000, 6000}, 3, 1000000000, 1500000000),
                       draft_job({3000, 0}, 1, 1500000000)}}}};
  for (Policy const& policy : every_policy(draft.resources)) {
    RunResult const result = quick(draft, policy);
    EXPECT_EQ(result.status, RunStatus::complete);
    EXPECT_EQ(result.started, 10) << canonical_name(policy);
    EXPECT_EQ(result.slots, last_slot);
    EXPECT_EQ(result.makespan, 2500000000);
    EXPECT_EQ(result.picks.back().slot, last_slot);
  }
}

/// With default options, as nine tasks wait for one that stays.
TEST(LongHorizon, NineOfTenTasksWait) {
  Draft draft{2, last_slot, {{2000, 2000}}, {{1, {draft_job({2000, 1000}, 1, 1, last_slot)}}}};
  for (int u = 0; u < 3; ++u)
    draft.users.push_back({1.0 + u, {draft_job({1000, 1000}, 3, 2, 1 + u)}});
  for (PolicyInfo const& info : policies()) {
    Policy const policy = parse_policy(info.name);
    RunResult const result = quick(draft, policy);
    EXPECT_EQ(result.slots, last_slot) << info.name;
    EXPECT_EQ(result.started, 1) << info.name;
  }
}

/// Tasks that end further ahead than the calendar's ring reaches, among slots that come one soon
/// after the other.
TEST(LongHorizon, EndsThatAreFarComeInTheirSlot) {
  Draft draft{1, 0, {{1000}}, {{1, {}}}};
  for (std::int64_t const duration : {1023, 1024, 1025, 1500, 1536, 2047, 2048, 5000})
    draft.users[0].jobs.push_back(draft_job({1}, 1, 1, duration));
  for (std::int64_t slot = 2; slot < 7000; slot += 100)
    draft.users[0].jobs.push_back(draft_job({1}, 1, slot, 1));
  Problem const problem = build(draft);
  Policy const policy = parse_policy("fifo");
  EXPECT_EQ(difference(simulate(problem, policy, everything), oracle(problem, policy, everything)),
            "");
}

/// None of those that run for ever is looked at in a later slot, which would take seconds.
TEST(LongHorizon, TasksThatComeSlowlyAndStay) {
  Draft draft{1, last_slot, {{60'000}}, {{1, {}}}};
  for (int i = 0; i < 60'000; ++i)
    draft.users[0].jobs.push_back(draft_job({1}, 1, 1 + 2000 * i, last_slot));
  Problem const problem = build(draft);
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    std::clock_t const start = std::clock();
    EXPECT_EQ(simulate(problem, parse_policy("tsf"), {.slots = false}).started, 60'000);
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  EXPECT_LT(best, backends().starts_with("CUDA") ? 6 : 1.5);  // a device's slots take 35 us each
}

TEST(LongHorizon, ATaskThatOutlastsEverything) {
  Draft const draft{1, 0, {{1000}}, {{1, {draft_job({1000}, 3, last_slot, last_slot)}}}};
  for (Policy const& policy : every_policy(draft.resources)) {
    RunResult const result = quick(draft, policy);
    EXPECT_EQ(result.started, 3);
    EXPECT_EQ(result.slots, 4 * last_slot);
    EXPECT_EQ(result.makespan, 4 * last_slot);
    EXPECT_EQ(result.entry_last_end[0], 4 * last_slot);
    EXPECT_EQ(result.entry_queue_sum[0], 3 * last_slot);
  }
}

/// One server is busy until `opens`; from then on it takes `room` tasks a slot. Two users wait with
/// tasks of one slot, having queued since slots `since[0]` and `since[1]`.
struct Contest {
  std::int64_t opens;
  std::int64_t since[2];
  std::int64_t durations[2];
  double weights[2];
};
constexpr int room = 60;

Draft draft_of(Contest const& c) {
  Draft draft{1, c.opens, {{room}}, {{1, {draft_job({room}, 1, 1, c.opens - 1)}}}};
  for (int u = 0; u < 2; ++u)
    draft.users.push_back({c.weights[u], {draft_job({1}, 1000, c.since[u], c.durations[u])}});
  return draft;
}

/// Who gets the places, by X/(w H_sum) with the H_sums given.
std::vector<int> expected_order(Contest const& c, double const (&h_sum)[2]) {
  std::int64_t started[2] = {0, 0};
  std::vector<int> order;
  for (int i = 0; i < room; ++i) {
    double const key0 = double(started[0]) / (c.weights[0] * h_sum[0]);
    double const key1 = double(started[1]) / (c.weights[1] * h_sum[1]);
    int const next = key1 < key0 ? 1 : 0;
    ++started[next];
    order.push_back(next);
  }
  return order;
}

std::vector<int> order_of(RunResult const& result) {
  std::vector<int> order;
  for (Pick const& pick : result.picks)
    if (pick.user > 0) order.push_back(pick.user - 1);
  return order;
}

std::int64_t waited(Contest const& c, int user) { return c.opens - c.since[user] + 1; }

/// h = full adds H every slot. The H_sums are as 2 to 1, to the task: ties go to the lower user, so
/// an H_sum that is off by one changes the order, in one of the two ways round.
TEST(LongHorizon, FullAddsHEverySlot) {
  std::int64_t const opens = last_slot;
  for (int const longer : {0, 1}) {
    Contest c{opens, {1, 1}, {1, 1}, {1, 1}};
    c.since[1 - longer] = (opens + 1) / 2 + 1;
    c.since[longer] = 2;  // 2^31-2 slots against 2^30-1
    ASSERT_EQ(waited(c, longer), 2 * waited(c, 1 - longer));
    double const h_sum[2] = {60.0 * double(waited(c, 0)), 60.0 * double(waited(c, 1))};
    RunResult const result = quick(draft_of(c), parse_policy("tvtsf:h=full"));
    EXPECT_EQ(order_of(result), expected_order(c, h_sum)) << longer;
  }
}

/// h = exclusive adds H in each e-th slot, from the first on.
TEST(LongHorizon, ExclusiveAddsHOnceADuration) {
  for (int const longer : {0, 1}) {
    Contest c{2000000001, {2, 2}, {1, 1}, {1, 1}};
    c.durations[longer] = 1000;      // 2,000,000 times
    c.durations[1 - longer] = 2000;  // 1,000,000 times
    double h_sum[2];
    for (int const u : {0, 1}) {
      std::int64_t const times = (waited(c, u) - 1) / c.durations[u] + 1;
      h_sum[u] = 60.0 * double(times);
    }
    ASSERT_EQ(h_sum[longer], 2 * h_sum[1 - longer]);
    RunResult const result = quick(draft_of(c), parse_policy("tvtsf"));
    EXPECT_EQ(order_of(result), expected_order(c, h_sum)) << longer;
  }
}

/// h = fluid with H/e a power of two: nothing is ever rounded.
TEST(LongHorizon, FluidAddsHOverE) {
  Contest const c{last_slot, {2, 2}, {15, 30}, {1, 1}};
  double const h_sum[2] = {4.0 * double(waited(c, 0)), 2.0 * double(waited(c, 1))};
  RunResult const result = quick(draft_of(c), parse_policy("tvtsf:h=fluid"));
  EXPECT_EQ(order_of(result), expected_order(c, h_sum));
}

/// h = fluid with roundings: a weight is chosen so that the keys tie if H_sum is the double that
/// adding slot by slot gives.
TEST(LongHorizon, FluidRoundsSlotBySlot) {
  for (std::int64_t const duration : {7, 9, 11, 13, 59, 61, 1000003}) {
    for (std::int64_t const opens : {1000, 65537, 3000017}) {
      Contest c{opens, {2, 2}, {duration, 15}, {1, 1}};
      double h_sum[2] = {0, 4.0 * double(waited(c, 1))};
      double const term = 60.0 / double(duration);
      for (std::int64_t slot = c.since[0]; slot <= c.opens; ++slot) h_sum[0] += term;
      c.weights[0] = h_sum[1] / h_sum[0];
      if (c.weights[0] * h_sum[0] < h_sum[1]) c.weights[0] = std::nextafter(c.weights[0], 1e9);
      RunResult const result = quick(draft_of(c), parse_policy("tvtsf:h=fluid"));
      EXPECT_EQ(order_of(result), expected_order(c, h_sum)) << duration << ' ' << opens;
    }
  }
}

/// Idle slots count, too, in the other denominators.
TEST(LongHorizon, IdleSlotsCountSinceTheStart) {
  for (char const* const policy :
       {"tvtsf:h=full,denominators=since_start", "tvtsf:denominators=since_start"}) {
    Contest const c{last_slot, {last_slot - 5, last_slot}, {1, 1}, {1, 2}};
    double const h_sum[2] = {60.0 * double(last_slot), 60.0 * double(last_slot)};
    EXPECT_EQ(order_of(quick(draft_of(c), parse_policy(policy))), expected_order(c, h_sum));
  }
}

TEST(LongHorizon, HSumOverflows) {
  // Every slot adds H = 2^44: 2^19 slots pass 2^63-1 while the second task waits 2^31-1.
  Draft draft{1, 0, std::vector<std::vector<std::int32_t>>(16384, {1 << 30}), {}};
  draft.servers.back() = {1};
  draft.users = {{1, {draft_job({1}, 2, 1, last_slot, {{16383}})}}};
  EXPECT_EQ(quick(draft, parse_policy("tvtsf:h=full")).status, RunStatus::h_sum_overflow);
  EXPECT_EQ(quick(draft, parse_policy("tvtsf")).status, RunStatus::complete);
  EXPECT_EQ(quick(draft, parse_policy("tvtsf:h=fluid")).status, RunStatus::complete);
  draft.horizon = 500000;
  EXPECT_EQ(quick(draft, parse_policy("tvtsf:h=full")).status, RunStatus::complete);
}

/// Slots count for a user that is idle for ever, but not for one that is blocked or has left.
TEST(LongHorizon, HSumOverflowsWithoutABacklog) {
  Draft draft{1, last_slot, std::vector<std::vector<std::int32_t>>(16384, {1 << 30}), {}};
  draft.users = {{1, {draft_job({1}, 1)}}};
  Policy const policy = parse_policy("tvtsf:h=full,denominators=since_start");
  EXPECT_EQ(quick(draft, policy).status, RunStatus::h_sum_overflow);
  draft.users[0].leave = 1000000;  // too late
  EXPECT_EQ(quick(draft, policy).status, RunStatus::h_sum_overflow);
  draft.users[0].leave = 1000;
  EXPECT_EQ(quick(draft, policy).status, RunStatus::complete);
  draft.users[0].leave = 0;
  draft.users[0].jobs[0].servers = std::vector<std::int32_t>{};
  EXPECT_EQ(quick(draft, policy).status, RunStatus::complete);
  draft.users[0].jobs[0].submit = 1000;
  EXPECT_EQ(quick(draft, policy).status, RunStatus::complete);
  draft.users[0].jobs[0].submit = 1000000;  // too late
  EXPECT_EQ(quick(draft, policy).status, RunStatus::h_sum_overflow);
}

TEST(LongHorizon, QueueSumOverflows) {
  // The k-th task waits k (2^31-1) slots: 92,683 of them pass 2^63-1.
  Draft draft{1, 0, {{1}}, {{1, {draft_job({1}, 92683, 1, last_slot)}}}};
  Policy const policy = parse_policy("fifo");
  EXPECT_EQ(simulate(build(draft), policy).status, RunStatus::queue_sum_overflow);
  draft.users[0].jobs[0].tasks = 92682;
  EXPECT_EQ(simulate(build(draft), policy).status, RunStatus::complete);
}

}  // namespace
}  // namespace fairslot
