// Results files: what is read back, what a failure leaves behind.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <functional>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/record/recorder.hpp"
#include "host/record/stored_result.hpp"
#include "host/statistics/tables.hpp"
#include "tests/folder.hpp"

namespace fairslot::record {
namespace {

using statistics::Summary;

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using RecorderTest = FolderTest;

ResultHeader header(std::int64_t samples = 3) {
  ResultHeader h;
  h.name = "small", h.text = "name = \"small\"\n", h.hash = "abc";
  h.samples = samples;
  statistics::Comparison const plain{statistics::Metric::completion, 1, {0}};
  statistics::Comparison const reported{
      statistics::Metric::waiting, 0, {1}, 5.5, "A \"and\" B, 1999"};
  h.points = {
      {{{"workload.large_share", "-1", "the trace's own mix"}, {"workload.demand", "\"rows\""}},
       {0, 1},
       {plain}},
      {{{"workload.large_share", "0.5"}, {"workload.demand", "\"rows\""}},
       {0, 1},
       {plain, reported}}};
  h.policies = {"tvtsf", "tsf:memory=slot"};
  h.resources = {"cpu", "mem"};
  return h;
}

std::shared_ptr<Problem const> problem() {
  ProblemBuilder builder(2);
  std::vector<std::int32_t> const capacity{8, 16}, demand{1, 2};
  builder.add_server(capacity);
  int const all = builder.placement(std::nullopt);
  for (int u = 0; u < 4; ++u) builder.add_job(builder.add_user(), u + 1, 3, 5, demand, all);
  return std::make_shared<Problem const>(std::move(builder).build());
}

/// A run made up from its place in the sweep.
RunResult run_at(int point, std::int64_t sample, int policy, int slots = 5) {
  RunResult run;
  std::mt19937_64 random(static_cast<unsigned>(point * 100 + sample * 10 + policy));
  for (int entry = 0; entry < 4; ++entry) {
    std::int64_t const wait = static_cast<std::int64_t>(random() % 50), first = entry + 1 + wait;
    run.entry_started.push_back(3);
    run.entry_first_start.push_back(first);
    run.entry_last_end.push_back(first + 5);
    run.entry_queue_sum.push_back(3 * wait);
    run.entry_held.push_back(15);
    run.queueing.emplace_back(wait, 3);
  }
  run.started = 12, run.makespan = 100;
  for (int slot = 1; slot <= slots; ++slot) {
    SlotRow row{};
    row.slot = slot, row.running = static_cast<std::int64_t>(random());
    row.used[0] = static_cast<std::int64_t>(random());
    run.slot_rows.push_back(row);
  }
  return run;
}

void add_all(Recorder& recorder, std::int64_t samples = 3) {
  auto const p = problem();
  for (int point = 0; point < 2; ++point)
    for (std::int64_t sample = 0; sample < samples; ++sample)
      for (int policy = 0; policy < 2; ++policy)
        recorder.add(point, sample, policy, p, run_at(point, sample, policy));
}

TEST_F(RecorderTest, TheSummaryIsReadBackAsItWas) {
  Recorder recorder(path("new/folder/a.h5"), header(), {});
  add_all(recorder);
  Summary const summary = recorder.finish(true);
  EXPECT_EQ(summary.at(0, 0, statistics::Metric::waiting).count, 12);
  Summary const stored = read_summary(path("new/folder/a.h5"));
  EXPECT_EQ(statistics::to_json(stored), statistics::to_json(summary));
  EXPECT_EQ(statistics::format_tables(stored), statistics::format_tables(summary));
  EXPECT_EQ(stored.points[0].set[0].meaning, "the trace's own mix");
  EXPECT_EQ(stored.points[1].set[0].meaning, "");
  EXPECT_EQ(stored.points[0].comparisons.size(), 1u);
  ASSERT_EQ(stored.points[1].comparisons.size(), 2u);
  EXPECT_EQ(stored.points[1].comparisons[0].published, std::nullopt);
  EXPECT_EQ(stored.points[1].comparisons[1].published, 5.5);
  EXPECT_EQ(stored.points[1].comparisons[1].source, "A \"and\" B, 1999");
  EXPECT_EQ(stored.sample_means, summary.sample_means);
}

TEST_F(RecorderTest, APlanWithoutSweepOrRunsIsReadBackToo) {
  ResultHeader h = header();
  h.points = {statistics::SweepPoint{{}, {0, 1}}};
  Summary const summary = Recorder(path("a.h5"), h, {.slots = false}).finish(false);
  EXPECT_EQ(statistics::to_json(read_summary(path("a.h5"))), statistics::to_json(summary));
}

TEST_F(RecorderTest, OnlyTheSameFinishedPlanIsTheSame) {
  Recorder recorder(path("a.h5"), header(), {});
  add_all(recorder);
  recorder.finish(true);
  auto const policies = header().policies;
  EXPECT_EQ(standing_of(path("a.h5"), "abc", policies), Standing::this_result);
  EXPECT_EQ(standing_of(path("a.h5"), "abd", policies), Standing::something_else);
  EXPECT_EQ(standing_of(path("a.h5"), "abc", {"tvtsf"}), Standing::something_else);
  EXPECT_EQ(standing_of(path("none.h5"), "abc", policies), Standing::nothing);
}

TEST_F(RecorderTest, AnInterruptedRunIsKeptButNotComplete) {
  Recorder recorder(path("a.h5"), header(), {});
  recorder.add(1, 2, 0, problem(), run_at(1, 2, 0));
  Summary const summary = recorder.finish(false);
  EXPECT_EQ(summary.ended(1, 0), 1);
  EXPECT_EQ(standing_of(path("a.h5"), "abc", header().policies), Standing::something_else);
  Summary const stored = read_summary(path("a.h5"));
  EXPECT_EQ(statistics::to_json(stored), statistics::to_json(summary));
  EXPECT_EQ(statistics::format_tables(stored), statistics::format_tables(summary));
  EXPECT_THAT(statistics::format_tables(stored), HasSubstr("sample 2 waits for tsf:memory=slot"));
}

TEST_F(RecorderTest, WithoutFinishNothingIsLeft) {
  std::ofstream(path("a.h5")) << "old";
  {
    Recorder recorder(path("a.h5"), header(), {});
    add_all(recorder);
    EXPECT_EQ(files().size(), 2u);
  }
  EXPECT_EQ(files(), std::vector<std::string>{"a.h5"});
  EXPECT_EQ(fs::file_size(path("a.h5")), 3u);
}

TEST_F(RecorderTest, FinishReplacesAnExistingFile) {
  std::ofstream(path("a.h5")) << "old";
  Recorder recorder(path("a.h5"), header(), {});
  add_all(recorder);
  recorder.finish(true);
  EXPECT_EQ(standing_of(path("a.h5"), "abc", header().policies), Standing::this_result);
  EXPECT_EQ(files().size(), 1u);
}

std::string message_of(std::function<void()> const& body) {
  try {
    body();
  } catch (std::runtime_error const& error) {
    return error.what();
  }
  return "";
}

TEST_F(RecorderTest, APathThatCannotBeIsRefusedAtOnce) {
  fs::create_directories(path("folder"));
  std::ofstream(path("file")) << "x";
  auto const open = [&](std::string const& name) {
    return message_of([&] { Recorder(path(name), header(), {}); });
  };
  EXPECT_THAT(open("folder"), AllOf(HasSubstr("folder: cannot be written"), Not(HasSubstr("\n"))));
  EXPECT_THAT(open("file/a.h5"), AllOf(HasSubstr("file/a.h5"), HasSubstr("Not a directory")));
  EXPECT_EQ(message_of([&] { Recorder("/proc/a.h5", header(), {}); }),
            "/proc/a.h5: cannot be written (No such file or directory)");
}

/// Files may not grow past `bytes` while this lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit const now{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &now);
  }
  ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_;
};

/// Two samples of 40,000 slots each.
std::string message_of_a_large_file(std::string const& path) {
  return message_of([&] {
    Recorder recorder(path, header(), {});
    for (int sample = 0; sample < 2; ++sample)
      recorder.add(0, sample, 0, problem(), run_at(0, sample, 0, 40000));
    recorder.finish(true);
  });
}

TEST_F(RecorderTest, AFullDiskIsOneLineAndLeavesNothing) {
  ASSERT_EQ(message_of_a_large_file(path("whole.h5")), "");
  auto const whole = fs::file_size(path("whole.h5"));
  std::ofstream(path("a.h5")) << "old";
  for (auto const bytes :
       {std::uintmax_t{0}, std::uintmax_t{1000}, whole / 2, whole - 50000, whole - 1}) {
    FileSizeLimit const limit(bytes);
    EXPECT_EQ(message_of_a_large_file(path("a.h5")),
              path("a.h5") + ": cannot be written (File too large)")
        << bytes;
  }
  EXPECT_THAT(files(), testing::UnorderedElementsAre("a.h5", "whole.h5"));
  EXPECT_EQ(fs::file_size(path("a.h5")), 3u);
}

TEST_F(RecorderTest, OtherFilesAreNoResults) {
  std::ofstream(path("text.h5")) << "not HDF5";
  EXPECT_THAT(message_of([&] { read_summary(path("text.h5")); }),
              AllOf(HasSubstr("text.h5: cannot be read (it is not HDF5"), Not(HasSubstr("\n"))));
  EXPECT_THAT(message_of([&] { standing_of(path("text.h5"), "abc", {}); }),
              HasSubstr("--force replaces it"));
  EXPECT_THAT(message_of([&] { read_summary(path("none.h5")); }), HasSubstr("No such file"));
  EXPECT_THAT(message_of([&] { read_summary("/dev/zero"); }), HasSubstr("no plain file"));
}

}  // namespace
}  // namespace fairslot::record
