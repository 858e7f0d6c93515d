// Tables of another producer than the simulator, beside the runs' or not in their order.
#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/error.hpp"
#include "host/record/recorder.hpp"
#include "host/record/sink_file.hpp"
#include "host/record/stored_result.hpp"
#include "tests/folder.hpp"
#include "tests/unit/host/stored_rows.hpp"

namespace fairslot::record {
namespace {

using SinksTest = FolderTest;
using testing::HasSubstr;

constexpr int points = 2, groups = 2;
constexpr std::int64_t samples = 4;

ResultHeader header(statistics::Shard shard = {}) {
  ResultHeader h;
  h.name = "toy", h.text = "name = \"toy\"\n", h.hash = "abc";
  h.samples = samples;
  h.shard = shard;
  h.points = {{{{"seed", "1"}}, {0}}, {{{"seed", "2"}}, {0}}};
  h.policies = {"tsf"};
  h.resources = {"cpu"};
  return h;
}

/// A solver of something else: it awards users prices. Its attempts are kept where it finds none.
Sink auction() {
  return {"auction",
          {"greedy", "lottery"},
          {{"awards", after_point_and_sample(
                          {{"user", ColumnType::i32}, {"price", ColumnType::i64, "coins"}})},
           {"attempts", after_point_and_sample({{"seconds", ColumnType::f64, "s"}}), true}}};
}

std::vector<Rows> solved(int point, std::int64_t sample, int group, int first, int last) {
  auto const at = static_cast<std::int32_t>(sample);
  Rows awards, attempts;
  for (int user = first; user < last; ++user)
    awards.put(point, at, user, std::int64_t{1000 * point + 100 * group + user});
  attempts.put(point, at);
  attempts.put(0.5 * group);
  return {awards, attempts};
}

struct Place {
  int point;
  std::int64_t sample;
  int group;
};

std::vector<Place> all_places() {
  std::vector<Place> places;
  for (int point = 0; point < points; ++point)
    for (std::int64_t sample = 0; sample < samples; ++sample)
      for (int group = 0; group < groups; ++group) places.push_back({point, sample, group});
  return places;
}

/// A solution in two parts at each place.
void solve(Recorder& recorder, std::vector<Place> const& places) {
  for (auto const& [point, sample, group] : places)
    recorder.put(0, point, sample, group, solved(point, sample, group, 0, 3), Ending::none);
  for (auto const& [point, sample, group] : places)
    recorder.put(0, point, sample, group, solved(point, sample, group, 3, 5), Ending::whole);
}

std::string message_of(std::string const& path) {
  try {
    verify_results(path);
  } catch (InputError const& error) {
    return error.what();
  }
  return "";
}

TEST_F(SinksTest, RowsAreInOrderInWhateverOrderTheyCome) {
  auto places = all_places();
  {
    Recorder recorder(path("in_order.h5"), header(), {}, {auction()});
    solve(recorder, places);
    recorder.finish(false);
  }
  std::shuffle(places.begin(), places.end(), std::mt19937(7));
  {
    Recorder recorder(path("shuffled.h5"), header(), {}, {auction()});
    solve(recorder, places);
    recorder.finish(false);
  }
  EXPECT_EQ(verify_results(path("shuffled.h5")).digest, verify_results(path("in_order.h5")).digest);
  std::string expected;
  for (auto const& [point, sample, group] : all_places())
    if (group == 1)
      for (int user = 0; user < 5; ++user) {
        Rows row;
        row.put(point, static_cast<std::int32_t>(sample), user,
                std::int64_t{1000 * point + 100 + user});
        expected.append(row.bytes().begin(), row.bytes().end());
      }
  EXPECT_EQ(rows_of(path("shuffled.h5"), "/auction/lottery/awards"), expected);
}

TEST_F(SinksTest, SamplesThatAreNotWholeLeaveNoRows) {
  auto places = all_places();
  places.erase(places.begin());      // the first sample, whose turn it is,
  places.erase(places.begin() + 6);  // and one that waits
  {
    Recorder recorder(path("a.h5"), header(), {}, {auction()});
    solve(recorder, places);
    recorder.finish(false);
  }
  auto const rows = rows_by_pair(rows_of(path("a.h5"), "/auction/greedy/awards"), 20);
  EXPECT_EQ(rows.size(), 6u);
  EXPECT_FALSE(rows.contains({0, 0}) || rows.contains({0, 3}));
  EXPECT_EQ(message_of(path("a.h5")), "");
}

TEST_F(SinksTest, OfFailedSamplesOnlyTheTablesThatSaySoKeepRows) {
  {
    Recorder recorder(path("a.h5"), header(), {}, {auction()});
    for (auto const& [point, sample, group] : all_places())
      recorder.put(0, point, sample, group, solved(point, sample, group, 0, 5),
                   sample == 1 && group == 0 ? Ending::failed : Ending::whole);
    recorder.finish(false);
  }
  for (std::string const group : {"greedy", "lottery"}) {
    EXPECT_FALSE(
        rows_by_pair(rows_of(path("a.h5"), "/auction/" + group + "/awards"), 20).contains({1, 1}));
    EXPECT_EQ(rows_by_pair(rows_of(path("a.h5"), "/auction/" + group + "/attempts"), 16).size(),
              8u);
  }
  EXPECT_EQ(message_of(path("a.h5")), "");
}

TEST_F(SinksTest, AShardWaitsForItsOwnSamplesOnly) {
  statistics::Shard const shard{2, 3};
  {
    Recorder recorder(path("a.h5"), header(shard), {}, {auction()});
    for (auto const& [point, sample, group] : all_places())
      if (shard.has(point, sample, samples))
        recorder.put(0, point, sample, group, solved(point, sample, group, 0, 5), Ending::whole);
    recorder.finish(false);
  }
  auto const rows = rows_by_pair(rows_of(path("a.h5"), "/auction/greedy/awards"), 20);
  EXPECT_EQ(rows.size(), 2u);
  EXPECT_TRUE(rows.contains({0, 2}) && rows.contains({1, 1}));
  EXPECT_EQ(message_of(path("a.h5")), "");

  Recorder recorder(path("b.h5"), header(shard), {}, {auction()});
  recorder.put(0, 0, 0, 0, {}, Ending::whole);
  EXPECT_THROW(recorder.finish(false), std::runtime_error);
}

TEST_F(SinksTest, VerifyKnowsRowsOfOtherPlaces) {
  Place const wrong[] = {{0, samples, 0}, {points, 0, 0}, {-1, 0, 0}};
  for (auto const& [point, sample, group] : wrong) {
    {
      Recorder recorder(path("a.h5"), header(), {}, {auction()});
      for (int of = 0; of < groups; ++of)
        recorder.put(0, 0, 0, of, solved(point, sample, of, 0, 5), Ending::whole);
      recorder.finish(false);
    }
    EXPECT_THAT(message_of(path("a.h5")), HasSubstr("/auction/greedy/a"));
  }
}

/// Of a producer that has a file of its own.
ResultHeader header_of_its_own() {
  ResultHeader h = header();
  h.policies = {};
  h.samples = 1;
  return h;
}

TEST_F(SinksTest, AFileOfASinkAloneIsVerified) {
  SinkFile file(path("a.h5"), header_of_its_own(), auction());
  for (int point = 0; point < points; ++point)
    for (int group = 0; group < groups; ++group)
      file.put(static_cast<std::size_t>(group), solved(point, 0, group, 0, 5));
  EXPECT_FALSE(std::filesystem::exists(path("a.h5")));
  EXPECT_EQ(file.finish().path, path("a.h5"));
  EXPECT_EQ(message_of(path("a.h5")), "");
  auto const rows = rows_by_pair(rows_of(path("a.h5"), "/auction/lottery/awards"), 20);
  EXPECT_EQ(rows.size(), std::size_t{points});
  EXPECT_TRUE(read_result(path("a.h5")).summary.policies.empty());
}

TEST_F(SinksTest, VerifyKnowsRowsOfOtherPlacesInAFileOfASinkAlone) {
  for (int const point : {points, -1}) {
    SinkFile file(path("a.h5"), header_of_its_own(), auction());
    for (int group = 0; group < groups; ++group)
      file.put(static_cast<std::size_t>(group), solved(point, 0, group, 0, 5));
    (void)file.finish();
    EXPECT_THAT(message_of(path("a.h5")), HasSubstr("/auction/greedy/a"));
  }
}

TEST_F(SinksTest, OfTwoWritersTheSecondIsToldWhereItsFileIs) {
  SinkFile first(path("a.h5"), header_of_its_own(), auction());
  SinkFile second(path("a.h5"), header_of_its_own(), auction());
  EXPECT_EQ(first.finish().path, path("a.h5"));
  EXPECT_THAT([&] { (void)second.finish(); },
              Throws<std::runtime_error>(Property(&std::runtime_error::what, HasSubstr("a-2.h5"))));
  EXPECT_EQ(message_of(path("a.h5")), "");
  EXPECT_EQ(message_of(path("a-2.h5")), "");
  SinkFile again(path("a.h5"), header_of_its_own(), auction());
  EXPECT_EQ(again.finish().path, path("a.h5"));
}

TEST_F(SinksTest, AFileThatIsNotFinishedLeavesNothing) {
  { SinkFile const file(path("a.h5"), header_of_its_own(), auction()); }
  EXPECT_TRUE(std::filesystem::is_empty(path("")));
}

}  // namespace
}  // namespace fairslot::record
