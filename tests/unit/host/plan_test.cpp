// A plan is run without a terminal: whole, in shards, to a stop, past overflows.
#include <csignal>

#include <fmt/format.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/record/stored_result.hpp"
#include "host/statistics/notes.hpp"
#include "host/statistics/tables.hpp"
#include "host/sweep/run_plan.hpp"
#include "tests/folder.hpp"
#include "tests/unit/host/stored_rows.hpp"

namespace fairslot::sweep {
namespace {

using record::rows_by_pair;
using record::rows_of;
using testing::HasSubstr;

constexpr char sweep_text[] = R"(
policies = ["tvtsf", "tsf", "fifo"]
samples = 5
record = {picks = true}
[workload]
jobs = 20
submit_slots = 30
max_duration = 20
[cluster]
servers = 5
[[sweep]]
key = "workload.large_share"
values = [0.0, 0.1]
)";

/// The first job under sharing policies passes 2^63-1 at the second point.
std::string overflow_text() {
  std::string text = R"(
policies = ["fifo", "tvtsf"]
cluster = {resources = ["slots"], groups = [{count = 1, capacity = [1]}]}
[[users]]
jobs = [{submit = 1, tasks = 1, demand = [1], duration = 2147483647}]
)";
  for (int user = 0; user < 10; ++user)
    text += "[[users]]\njobs = [{submit = 2, tasks = 8000, demand = [1], duration = 2147483647}]\n";
  return text + "[[sweep]]\nkey = \"users.0.jobs.0.tasks\"\nvalues = [100, 80000, 200]\n";
}

class PlanTest : public FolderTest {
 protected:
  Plan plan_of(std::string const& text, std::string const& out) const {
    return read_plan(put("plan.toml", text), {.out = path(out)});
  }
};

std::vector<std::string> tables_of(Plan const& plan) {
  std::vector<std::string> places;
  for (std::string const& policy : plan.policies)
    for (auto const name : {"runs", "jobs", "users", "slots", "picks"})
      places.push_back("/policies/" + policy + "/" + name);
  return places;
}

std::size_t row_size(std::string const& path, std::string const& place) {
  H5::H5File const file(path, H5F_ACC_RDONLY);
  return file.openDataSet(place).getDataType().getSize();
}

TEST_F(PlanTest, TheShardsOfASweepAreItsRowsByteForByte) {
  Plan plan = plan_of(sweep_text, "whole.h5");
  run_plan(plan);
  std::int64_t const pairs = samples_of(plan);
  for (std::int64_t const count : {1, 2, 3, 7, 13}) {  // the last: some shards have no pair
    SCOPED_TRACE(count);
    std::map<std::string, std::map<std::pair<std::int32_t, std::int32_t>, std::string>> united;
    std::int64_t ran = 0;
    for (std::int64_t index = 0; index < count; ++index) {
      plan.shard = {index, count};
      plan.out = path(fmt::format("{}_of_{}.h5", index, count));
      auto const outcome = run_plan(plan);
      ASSERT_TRUE(outcome.complete);
      EXPECT_EQ(record::verify_results(plan.out).complete, true);
      for (std::size_t point = 0; point < plan.points.size(); ++point)
        for (std::int64_t const sample : outcome.summary.counted[point]) {
          EXPECT_TRUE(plan.shard.has(static_cast<int>(point), sample, plan.scenario.samples));
          ++ran;
        }
      for (std::string const& place : tables_of(plan))
        for (auto& [pair, rows] : rows_by_pair(rows_of(plan.out, place), row_size(plan.out, place)))
          EXPECT_TRUE(united[place].emplace(pair, rows).second);
    }
    EXPECT_EQ(ran, pairs);
    for (std::string const& place : tables_of(plan)) {
      std::string bytes;
      for (auto const& [pair, rows] : united[place]) bytes += rows;
      EXPECT_EQ(bytes, rows_of(path("whole.h5"), place)) << place;
    }
  }
}

TEST_F(PlanTest, AShardSaysWhatItIs) {
  Plan plan = plan_of(sweep_text, "a.h5");
  plan.shard = {1, 3};
  auto const outcome = run_plan(plan);
  EXPECT_THAT(statistics::notes(outcome.summary),
              HasSubstr("Shard 1 of 3, counted from 0: 3 of the sweep's 10 samples."));
  EXPECT_THAT(statistics::to_json(outcome.summary), HasSubstr(R"("shard":{"index":1,"count":3})"));
  EXPECT_EQ(statistics::to_json(record::read_summary(plan.out)),
            statistics::to_json(outcome.summary));
  std::string const hash = scenario::hash_of(plan.scenario);
  EXPECT_EQ(record::standing_of(plan.out, hash, plan.policies, {1, 3}),
            record::Standing::this_result);
  for (statistics::Shard const other : {statistics::Shard{}, {2, 3}, {1, 4}})
    EXPECT_EQ(record::standing_of(plan.out, hash, plan.policies, other),
              record::Standing::something_else);
  for (statistics::Shard const impossible : {statistics::Shard{3, 3}, {-1, 3}, {0, 0}}) {
    plan.shard = impossible;
    EXPECT_THROW(run_plan(plan), std::invalid_argument);
  }
}

TEST_F(PlanTest, RunsThatOverflowAreRowsAndTheOthersGoOn) {
  Plan const plan = plan_of(overflow_text(), "a.h5");
  auto const outcome = run_plan(plan);
  EXPECT_TRUE(outcome.complete);
  ASSERT_EQ(outcome.summary.failed.size(), 1u);
  auto const& failed = outcome.summary.failed.front();
  EXPECT_EQ((std::tuple(failed.point, failed.sample, failed.policy)), std::tuple(1, 0, 1));
  EXPECT_EQ(failed.status, RunStatus::queue_sum_overflow);
  EXPECT_EQ(outcome.summary.samples_at(0), 1);
  EXPECT_EQ(outcome.summary.samples_at(1), 0);
  EXPECT_EQ(outcome.summary.samples_at(2), 1);
  EXPECT_FALSE(statistics::is_interrupted(outcome.summary));
  EXPECT_THAT(statistics::failures(outcome.summary),
              testing::AllOf(HasSubstr("1 of 3 samples"), HasSubstr("= 80000: sample 0, tvtsf")));
  EXPECT_EQ(record::verify_results(plan.out).complete, true);
  EXPECT_EQ(statistics::to_json(record::read_summary(plan.out)),
            statistics::to_json(outcome.summary));
  auto const pairs_of = [&](std::string const& place) {
    return rows_by_pair(rows_of(plan.out, place), row_size(plan.out, place));
  };
  for (std::string const policy : {"fifo", "tvtsf"}) {
    EXPECT_EQ(pairs_of("/policies/" + policy + "/runs").size(), 3u);
    for (auto const name : {"jobs", "users", "slots"})
      EXPECT_EQ(pairs_of("/policies/" + policy + "/" + name).size(), 2u) << name;
  }
}

TEST_F(PlanTest, NothingIsSaidAndNoSignalIsTaken) {
  Plan const plan = plan_of(sweep_text, "a.h5");
  struct sigaction before[65] = {}, after[65] = {};  // some are the C library's own
  for (int s = 1; s < 65; ++s) sigaction(s, nullptr, &before[s]);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  std::int64_t samples = 0, calls = 0;
  auto const progress = [&](sweep::Progressed const& so_far) { samples = so_far.samples, ++calls; };
  auto const outcome = run_plan(plan, {}, {.progress = progress});
  EXPECT_EQ(testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr(), "");
  for (int s = 1; s < 65; ++s) {
    sigaction(s, nullptr, &after[s]);
    EXPECT_EQ(before[s].sa_handler, after[s].sa_handler) << s;
  }
  EXPECT_TRUE(calls >= 1 && samples == 10);
  EXPECT_EQ(outcome.file.path, plan.out);
  EXPECT_TRUE(outcome.complete);
}

TEST_F(PlanTest, AStopSavesWhatIsComplete) {
  Plan const plan = plan_of(sweep_text, "a.h5");
  auto const outcome = run_plan(plan, {}, {.stop = [] { return true; }});
  EXPECT_FALSE(outcome.complete);
  EXPECT_EQ(record::verify_results(outcome.file.path).complete, false);
  struct Own {};
  EXPECT_THROW(run_plan(plan, {}, {.progress = [](auto const&) { throw Own(); }}), Own);
  EXPECT_EQ(files().size(), 2u);  // the plan and what was saved
}

TEST_F(PlanTest, AFileOfAnotherPlanStaysUnlessItIsToBeReplaced) {
  Plan const plan = plan_of(sweep_text, "a.h5");
  put("a.h5", "somebody's");
  EXPECT_EQ(run_plan(plan).file.path, path("a-2.h5"));
  EXPECT_EQ(content(plan.out), "somebody's");
  EXPECT_EQ(run_plan(plan, {.existing = Existing::replace}).file.path, plan.out);
  EXPECT_TRUE(run_plan(plan).file.by_another);  // the same is there
}

}  // namespace
}  // namespace fairslot::sweep
