// What a run means for jobs and users, on runs written down by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/statistics/run_metrics.hpp"

namespace fairslot::statistics {
namespace {

using testing::DoubleEq;
using testing::Optional;

std::vector<std::int32_t> const demand{1};

ProblemBuilder one_server() {
  ProblemBuilder builder(1);
  std::vector<std::int32_t> const capacity{10};
  builder.add_server(capacity);
  return builder;
}

/// A run that has started nothing yet.
RunResult idle_run(Problem const& problem) {
  RunResult run;
  auto const entries = static_cast<std::size_t>(problem.entries());
  run.entry_started.assign(entries, 0);
  for (auto* const values :
       {&run.entry_first_start, &run.entry_last_end, &run.entry_queue_sum, &run.entry_held})
    values->assign(entries, 0);
  return run;
}

void start(Problem const& problem, RunResult& run, int entry, std::int32_t tasks,
           std::int64_t first, std::int64_t last, std::int64_t queue_sum) {
  run.entry_started[entry] = tasks;
  run.entry_first_start[entry] = first;
  run.entry_last_end[entry] = last + problem.duration[entry];
  run.entry_queue_sum[entry] = queue_sum;
  run.started += tasks;
}

TEST(RunMetrics, OneJob) {
  ProblemBuilder builder = one_server();
  int const all = builder.placement(std::nullopt);
  builder.add_job(builder.add_user(), 3, 2, 5, demand, all);
  Problem const problem = std::move(builder).build();
  RunResult run = idle_run(problem);
  start(problem, run, 0, 2, 4, 7, 1 + 4);
  run.makespan = 12;

  RunMetrics const m = run_metrics(problem, run);
  ASSERT_EQ(m.jobs.size(), 1u);
  EXPECT_EQ(m.jobs[0].submit, 3);
  EXPECT_THAT(m.jobs[0].first_start, Optional(4));
  EXPECT_THAT(m.jobs[0].completion, Optional(12));
  EXPECT_EQ(m.jobs[0].queue_sum, 5);
  EXPECT_THAT(m.users.at(0).waiting, Optional(1));
  EXPECT_EQ(m.users[0].started, 2);
  EXPECT_FALSE(m.users[0].blocked);
  EXPECT_THAT(m.summary.makespan, Optional(12));
  EXPECT_THAT(m.summary.mean_waiting, Optional(DoubleEq(1)));
  EXPECT_THAT(m.summary.mean_queueing, Optional(DoubleEq(2.5)));
  EXPECT_THAT(m.summary.mean_completion, Optional(DoubleEq(9)));
}

TEST(RunMetrics, NothingStartedIsNull) {
  ProblemBuilder builder = one_server();
  int const none = builder.placement(std::vector<std::int32_t>{});
  builder.add_user();  // without jobs
  builder.add_job(builder.add_user(), 1, 1, 1, demand, none);
  Problem const problem = std::move(builder).build();
  RunResult run = idle_run(problem);
  run.blocked = {{1, 0}};
  run.cancelled = {{1, 1}};
  run.lost = {{1, 2}};

  RunMetrics const m = run_metrics(problem, run);
  EXPECT_FALSE(m.jobs.at(0).first_start);
  EXPECT_FALSE(m.jobs.at(0).completion);
  EXPECT_FALSE(m.users.at(0).waiting);
  EXPECT_FALSE(m.users.at(1).waiting);
  EXPECT_THAT(m.users[1].blocked, Optional(0));
  EXPECT_TRUE(m.jobs[0].blocked);
  std::int64_t const one = 1, two = 2;
  EXPECT_EQ(std::pair(m.users[1].cancelled, m.users[1].lost), std::pair(one, two));
  EXPECT_EQ(std::pair(m.summary.cancelled, m.summary.lost), std::pair(one, two));
  EXPECT_FALSE(m.summary.makespan || m.summary.mean_waiting || m.summary.mean_queueing ||
               m.summary.mean_completion);
}

TEST(RunMetrics, ACompletionNeedsAllTasks) {
  ProblemBuilder builder = one_server();
  int const all = builder.placement(std::nullopt);
  int const user = builder.add_user();
  builder.add_job(user, 1, 3, 2, demand, all);
  builder.add_job(user, 1, 1, 2, demand, all);
  Problem const problem = std::move(builder).build();
  RunResult run = idle_run(problem);
  start(problem, run, 0, 2, 1, 1, 0);
  start(problem, run, 1, 1, 5, 5, 4);

  RunMetrics const m = run_metrics(problem, run);
  EXPECT_FALSE(m.jobs.at(0).completion);
  EXPECT_THAT(m.jobs.at(1).completion, Optional(7));
  EXPECT_THAT(m.summary.mean_completion, Optional(DoubleEq(6)));
}

TEST(RunMetrics, EntriesOfOneLabelAreOneJob) {
  ProblemBuilder builder = one_server();
  int const all = builder.placement(std::nullopt);
  int const user = builder.add_user();
  builder.add_job(user, 9, 1, 1, demand, all, 0);
  builder.add_job(user, 4, 2, 1, demand, all, 1);
  builder.add_job(user, 2, 1, 6, demand, all, 0);
  Problem const problem = std::move(builder).build();  // entries in order of submit: 2, 4, 9
  RunResult run = idle_run(problem);
  start(problem, run, 0, 1, 5, 5, 3);
  start(problem, run, 1, 2, 5, 6, 3);
  start(problem, run, 2, 1, 9, 9, 0);

  RunMetrics const m = run_metrics(problem, run);
  ASSERT_EQ(m.jobs.size(), 2u);
  EXPECT_EQ(m.jobs[0].submit, 2);
  EXPECT_EQ(m.jobs[0].tasks, 2);
  EXPECT_THAT(m.jobs[0].completion,
              Optional(11));  // the first entry's, which starts earlier, ends later
  EXPECT_EQ(m.jobs[0].queue_sum, 3);
  EXPECT_EQ(m.jobs[1].job, 1);
  EXPECT_THAT(m.users.at(0).waiting, Optional(3));
  EXPECT_EQ(m.users[0].submit, 2);
  EXPECT_EQ(m.users[0].queue_sum, 6);
}

TEST(RunMetrics, WaitingCountsFromTheFirstSubmitOfAnyJobToTheFirstStartOfAny) {
  ProblemBuilder builder = one_server();
  int const all = builder.placement(std::nullopt);
  int const user = builder.add_user();
  builder.add_job(user, 10, 1, 1, demand, all);
  builder.add_job(user, 2, 1, 1, demand, all);
  Problem const problem = std::move(builder).build();
  RunResult run = idle_run(problem);
  start(problem, run, 1, 1, 12, 12, 2);  // the job of slot 2 never started
  EXPECT_THAT(run_metrics(problem, run).users.at(0).waiting, Optional(10));
}

TEST(RunMetrics, RefusesAQueueSumThatOverflows) {
  ProblemBuilder builder = one_server();
  int const all = builder.placement(std::nullopt);
  int const user = builder.add_user();
  builder.add_job(user, 1, 1, 1, demand, all);
  builder.add_job(user, 1, 1, 1, demand, all);
  Problem const problem = std::move(builder).build();
  RunResult run = idle_run(problem);
  for (int const entry : {0, 1}) start(problem, run, entry, 1, 1, 1, std::int64_t{1} << 62);
  EXPECT_THROW(run_metrics(problem, run), std::overflow_error);
}

}  // namespace
}  // namespace fairslot::statistics
