// What tasks held of the cluster, by entries as the program counts it, against the rows of slots.
#include "gtest/gtest.h"
#include "host/statistics/resource_time.hpp"
#include "kernels/list.hpp"
#include "rapidcheck/gtest.h"
#include "tests/every_policy.hpp"
#include "tests/random_problem.hpp"

namespace fairslot {
namespace {

using statistics::Int128;
using statistics::ResourceTime;

/// Rows hold until the next one, the last until the end.
List<Int128> held_by_rows(Problem const& problem, RunResult const& run) {
  List<Int128> held(static_cast<std::size_t>(problem.resources), 0);
  for (std::size_t i = 0; i < run.slot_rows.size(); ++i) {
    bool const last = i + 1 == run.slot_rows.size();
    std::int64_t const next = last ? run.slots + 1 : run.slot_rows[i + 1].slot;
    for (int r = 0; r < problem.resources; ++r)
      held[r] += Int128{run.slot_rows[i].used[r]} * (next - run.slot_rows[i].slot);
  }
  return held;
}

RC_GTEST_PROP(ResourceTime, IsThatOfTheSlots, ()) {
  Draft const draft = *drafts(200);
  for (Policy const& policy : every_policy(draft.resources)) {
    Draft suited = draft;
    leave_out_refused(policy, suited);
    Problem const problem = build(suited);
    RunResult const run = simulate(problem, policy);
    if (run.status != RunStatus::complete) continue;
    RC_ASSERT(statistics::resource_time(problem, run).used == held_by_rows(problem, run));
  }
}

TEST(ResourceTime, TasksThatRunOverTheHorizonCountUpToIt) {
  ProblemBuilder builder(2, 4);
  builder.add_server(std::vector<std::int32_t>{2, 10});
  int const all = builder.placement(std::nullopt);
  builder.add_job(builder.add_user(), 1, 4, 3, std::vector<std::int32_t>{1, 2}, all);
  Problem const problem = std::move(builder).build();  // two in slots 1 to 3, two from 4 on
  ResourceTime const time =
      statistics::resource_time(problem, simulate(problem, parse_policy("tvtsf")));
  EXPECT_EQ(time.used, (std::vector<Int128>{8, 16}));
  EXPECT_EQ(time.offered, (std::vector<Int128>{8, 40}));
  EXPECT_EQ(time.utilisation(0), 1.0);
  EXPECT_EQ(time.utilisation(1), 0.4);
  EXPECT_EQ(time.utilisation(2), std::nullopt);
}

TEST(ResourceTime, DrainedEndsWithTheLastSlotInWhichATaskRan) {
  ProblemBuilder builder(1);
  builder.add_server(std::vector<std::int32_t>{4});
  int const all = builder.placement(std::nullopt);
  builder.add_job(builder.add_user(), 3, 1, 2, std::vector<std::int32_t>{4}, all);
  Problem const problem = std::move(builder).build();  // slots 3 and 4 of four
  ResourceTime time = statistics::resource_time(problem, simulate(problem, parse_policy("tsf")));
  EXPECT_EQ(time.utilisation(0), 0.5);
  time.add(time);
  EXPECT_EQ(time.used, (std::vector<Int128>{16}));
  EXPECT_EQ(time.utilisation(0), 0.5);
}

TEST(ResourceTime, NothingOfferedIsUndefined) {
  ProblemBuilder builder(1);
  builder.add_server(std::vector<std::int32_t>{4});
  Problem const problem = std::move(builder).build();
  EXPECT_EQ(
      statistics::resource_time(problem, simulate(problem, parse_policy("tsf"))).utilisation(0),
      std::nullopt);
}

}  // namespace
}  // namespace fairslot
