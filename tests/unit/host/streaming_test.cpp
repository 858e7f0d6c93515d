// Records that leave a run while it goes on, against those collected until its end.
#include <unistd.h>

#include <map>
#include <random>

#include <gtest/gtest.h>

#include "host/record/recorder.hpp"
#include "host/record/tables.hpp"
#include "host/statistics/comparisons.hpp"
#include "host/statistics/distribution.hpp"
#include "tests/folder.hpp"

namespace fairslot::record {
namespace {

using statistics::Distribution;

/// One server of two places: a slot for every two tasks, and a wait of its own.
Problem long_problem(int tasks) {
  ProblemBuilder builder(1);
  std::vector<std::int32_t> const capacity{2}, demand{1};
  builder.add_server(capacity);
  builder.add_job(builder.add_user(), 1, tasks, 1, demand, builder.placement(std::nullopt));
  return std::move(builder).build();
}

void append(Records& all, Records&& part) {
  all.slot_rows.insert(all.slot_rows.end(), part.slot_rows.begin(), part.slot_rows.end());
  all.picks.insert(all.picks.end(), part.picks.begin(), part.picks.end());
  all.shares.insert(all.shares.end(), part.shares.begin(), part.shares.end());
  all.queueing.insert(all.queueing.end(), part.queueing.begin(), part.queueing.end());
}

std::vector<Distribution::Point> waits(Records const& records) {
  Distribution d;
  d.merge(records.queueing);
  return d.points();
}

TEST(Streaming, PartsAndRestAreTheCollectedRecords) {
  Problem const problem = long_problem(100000);
  Policy const policy = parse_policy("tvtsf");
  Recording const recording{.slots = true, .picks = true, .shares = true, .fragmentation = true};
  RunResult const whole = simulate(problem, policy, recording);

  Simulator simulator({.resident = 1});
  simulator.add(7, {std::shared_ptr<void>(), &problem}, policy, recording);
  Records streamed;
  int parts = 0;
  std::vector<RunResult> ended;
  while (ended.empty())
    ended = simulator.advance(0.2, [&](std::uint64_t id, Records&& part) {
      EXPECT_EQ(id, 7u);
      ++parts;
      append(streamed, std::move(part));
    });
  EXPECT_GT(parts, 5);
  append(streamed, std::move(ended.front()));
  EXPECT_EQ(streamed.picks, whole.picks);
  EXPECT_EQ(waits(streamed), waits(whole));
  ASSERT_EQ(streamed.slot_rows.size(), whole.slot_rows.size());
  for (std::size_t i = 0; i < whole.slot_rows.size(); ++i) {
    EXPECT_EQ(streamed.slot_rows[i].slot, whole.slot_rows[i].slot);
    EXPECT_EQ(streamed.slot_rows[i].queued, whole.slot_rows[i].queued);
    EXPECT_EQ(streamed.slot_rows[i].jain, whole.slot_rows[i].jain);
    EXPECT_EQ(streamed.slot_rows[i].fragmentation[0], whole.slot_rows[i].fragmentation[0]);
  }
  ASSERT_EQ(streamed.shares.size(), whole.shares.size());
  for (std::size_t i = 0; i < whole.shares.size(); ++i) {
    EXPECT_EQ(streamed.shares[i].slot, whole.shares[i].slot);
    EXPECT_EQ(streamed.shares[i].entitled, whole.shares[i].entitled);
  }
}

TEST(Streaming, WhatIsNotRecordedIsNotKept) {
  Problem const problem = long_problem(50000);
  RunResult const run = simulate(problem, parse_policy("tsf"), {.slots = false, .queueing = false});
  EXPECT_TRUE(run.slot_rows.empty() && run.picks.empty() && run.queueing.empty());
  EXPECT_EQ(run.started, 50000);
}

/// A sweep of two points, three samples and two policies, recorded once in order and run by run,
/// once in pieces of runs that take turns.
class RecordedInParts : public FolderTest {
 protected:
  static constexpr int points = 2, samples = 3, policies = 2;
  using Key = std::tuple<int, std::int64_t, int>;

  static ResultHeader header() {
    ResultHeader h;
    h.name = "parts", h.text = "parts", h.hash = "parts", h.samples = samples;
    for (int p = 0; p < points; ++p) {
      statistics::SweepPoint& point = h.points.emplace_back();
      point.set = {{"workload.jobs", std::to_string(p)}};
      point.policies = {0, 1};
      point.comparisons = statistics::first_with_the_others(point.policies);
    }
    h.policies = {"tvtsf", "tsf"}, h.resources = {"places"};
    return h;
  }

  RunResult run_of(Key const& key) const {
    auto const& [point, sample, policy] = key;
    return simulate(
        *problem_, parse_policy(policy == 0 ? "tvtsf" : "tsf"),
        {.slots = true, .picks = (point + sample) % 2 == 0, .shares = true, .fragmentation = true});
  }

  static std::vector<Key> keys() {
    std::vector<Key> all;
    for (int point = 0; point < points; ++point)
      for (std::int64_t sample = 0; sample < samples; ++sample)
        for (int policy = 0; policy < policies; ++policy) all.emplace_back(point, sample, policy);
    return all;
  }

  /// Of all tables and attributes but those of /run.
  std::string digest(std::string const& name) const {
    H5::H5File const file(path(name), H5F_ACC_RDONLY);
    std::string text;
    auto const attribute = file.openGroup("/").openAttribute("digest");
    attribute.read(attribute.getStrType(), text);
    return text;
  }

  std::shared_ptr<Problem const> problem_ = std::make_shared<Problem const>(long_problem(2000));
};

/// The next records of a run, as many as there are left of so many.
Records take_part(RunResult& left, std::size_t most) {
  auto const cut = [most](auto& from) {
    auto const end = from.begin() + static_cast<std::ptrdiff_t>(std::min(most, from.size()));
    std::vector part(from.begin(), end);
    from.erase(from.begin(), end);
    return part;
  };
  Records part{cut(left.slot_rows), cut(left.picks), {}, cut(left.queueing)};
  while (!part.slot_rows.empty() && !left.shares.empty() &&
         left.shares.front().slot <= part.slot_rows.back().slot)
    part.shares.push_back(left.shares.front()), left.shares.erase(left.shares.begin());
  return part;
}

record::RunTables const everything{
    .slots = true, .picks = true, .shares = true, .fragmentation = true, .dfe = {0.5, 5}};

TEST_F(RecordedInParts, AnyOrderOfPartsMakesTheSameTables) {
  {
    Recorder recorder(path("whole.h5"), header(), everything);
    for (auto const& key : keys()) {
      auto const& [point, sample, policy] = key;
      recorder.add(point, sample, policy, problem_, run_of(key));
    }
    recorder.finish(true);
  }
  for (unsigned seed = 0; seed < 5; ++seed) {
    std::mt19937 random(seed);
    std::map<Key, RunResult> going_on;
    for (auto const& key : keys()) going_on.emplace(key, run_of(key));
    Recorder recorder(path("parts.h5"), header(), everything);
    while (!going_on.empty()) {
      auto const at =
          std::next(going_on.begin(), static_cast<std::ptrdiff_t>(random() % going_on.size()));
      auto const [point, sample, policy] = at->first;
      if (random() % 4 != 0) {
        recorder.add_part(point, sample, policy, problem_, take_part(at->second, random() % 500));
        continue;
      }
      recorder.add(point, sample, policy, problem_, std::move(at->second));
      going_on.erase(at);
    }
    recorder.finish(true);
    EXPECT_EQ(digest("parts.h5"), digest("whole.h5")) << "seed " << seed;
  }
}

/// Sample 0 of the first point never ends under tsf: nothing of it stays, not even what was
/// written while it had its turn; sample 1 stays.
TEST_F(RecordedInParts, ASampleThatNeverEndsLeavesNothing) {
  auto const record = [&](std::string const& name, bool with_part) {
    Recorder recorder(path(name), header(), {.slots = true, .picks = true});
    if (with_part) {
      recorder.add(0, 0, 0, problem_, run_of({0, 0, 0}));
      RunResult part = run_of({0, 0, 1});
      for (int i = 0; i < 20; ++i)
        recorder.add_part(0, 0, 1, problem_, i == 0 ? std::move(part) : RunResult{});
    }
    for (int policy = 0; policy < policies; ++policy)
      recorder.add(0, 1, policy, problem_, run_of({0, 1, policy}));
    return recorder.finish(false);
  };
  statistics::Summary const with = record("with.h5", true), without = record("without.h5", false);
  EXPECT_EQ(with.counted, without.counted);
  auto const rows = [&](std::string const& name, std::string const& table) {
    H5::H5File const file(path(name), H5F_ACC_RDONLY);
    H5::DataSet const dataset = file.openDataSet("/policies/" + table);
    std::string hash;
    auto const attribute = dataset.openAttribute("sha256");
    attribute.read(attribute.getStrType(), hash);
    return std::pair(dataset.getSpace().getSimpleExtentNpoints(), hash);
  };
  for (std::string const policy : {"tvtsf", "tsf"})
    for (std::string const table : {"runs", "jobs", "users", "slots", "picks"})
      EXPECT_EQ(rows("with.h5", policy + "/" + table), rows("without.h5", policy + "/" + table));
}

}  // namespace
}  // namespace fairslot::record
