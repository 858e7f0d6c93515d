// How busy a cluster is foretold to be, and what is refused for want of room.
#include "host/forecast/forecast.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/error.hpp"
#include "host/forecast/load.hpp"
#include "host/forecast/room.hpp"
#include "tests/folder.hpp"

namespace fairslot::forecast {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// One server of two places; a user whose jobs need one each.
Problem two_places(std::vector<std::int64_t> const& tasks, std::int64_t duration) {
  ProblemBuilder builder(1);
  std::vector<std::int32_t> const capacity{2}, demand{1};
  builder.add_server(capacity);
  int const user = builder.add_user(), everywhere = builder.placement(std::nullopt);
  for (std::int64_t const count : tasks)
    builder.add_job(user, 1, count, duration, demand, everywhere);
  return std::move(builder).build();
}

TEST(Load, WithoutAQueueIsWhatArrivesAndEnds) {
  Load const load = load_of(two_places({2}, 5));
  EXPECT_EQ(load.slots, 2);
  EXPECT_EQ(load.queued, 0);
  EXPECT_EQ(load.last, 6);
  EXPECT_EQ(load.running, 2);
}

TEST(Load, AQueueGoesOnUntilItsWorkIsDone) {
  Load const load = load_of(two_places({1000}, 1));
  EXPECT_EQ(load.last, 501);
  EXPECT_NEAR(load.slots, 501, 2);
  EXPECT_NEAR(load.queued, 499, 2);
  EXPECT_NEAR(load.longest_wait, 499, 2);
}

TEST(Load, OfMoreStepsThanAreTakenGoesOnLikeThat) {
  Load const load = load_of(two_places({20'000'000}, 1));
  EXPECT_NEAR(load.last, 1e7, 1e5);
  EXPECT_NEAR(load.slots, 1e7, 1e5);
}

/// A user whose jobs come every ten slots; what differs between them is up to `tasks_of`.
double differing(int jobs, int (*tasks_of)(int)) {
  ProblemBuilder builder(1);
  std::vector<std::int32_t> const capacity{3}, demand{1};
  builder.add_server(capacity);
  int const user = builder.add_user(), everywhere = builder.placement(std::nullopt);
  for (int j = 0; j < jobs; ++j)
    builder.add_job(user, 1 + 10 * j, tasks_of(j), 1, demand, everywhere);
  return load_of(std::move(builder).build()).differing;
}

TEST(Load, WhatComesInPeriodsIsNoNews) {
  EXPECT_NEAR(differing(1000, [](int j) { return 1 + j % 3; }), 0, 0.02);
  EXPECT_EQ(differing(1000, [](int j) { return 1 + j; }), 1);
}

TEST(Load, OfATaskThatFitsNowhereIsNothing) {
  ProblemBuilder builder(1);
  std::vector<std::int32_t> const capacity{2}, demand{3};
  builder.add_server(capacity);
  int const user = builder.add_user();
  builder.add_job(user, 1, 10, 1, demand, builder.placement(std::nullopt));
  EXPECT_EQ(load_of(std::move(builder).build()).slots, 0);
}

class Room : public FolderTest {
 protected:
  /// Of the free disk.
  Needs part(double part) const {
    return {{part * static_cast<double>(disk_of(path("x")).free), {"tasks", 7}}};
  }
  static std::string refusal(Forecast const& forecast, OutputPaths const& outputs,
                             bool force = false) {
    try {
      require_room("p.json", forecast, outputs, force);
    } catch (InputError const& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(Room, IsAskedOfTheFolderOfEachFile) {
  Forecast forecast;
  forecast.picks_csv = part(2);
  EXPECT_EQ(refusal(forecast, {.results = path("out.h5"), .picks = ""}), "");
  EXPECT_THAT(refusal(forecast, {.results = "", .picks = path("picks.csv")}),
              AllOf(HasSubstr("p.json: needs about "), HasSubstr("disk for "),
                    HasSubstr("picks.csv"), HasSubstr("tasks = 7")));
  EXPECT_EQ(refusal(forecast, {.results = "", .picks = path("picks.csv")}, true), "");
}

TEST_F(Room, IsSharedByTheFilesOfAFileSystem) {
  Forecast forecast;
  forecast.disk = part(0.25), forecast.spill = part(0.25), forecast.picks_csv = part(0.25);
  EXPECT_EQ(refusal(forecast, {.results = path("out.h5"), .picks = ""}), "");
  EXPECT_THAT(refusal(forecast, {.results = path("out.h5"), .picks = path("picks.csv")}),
              AllOf(HasSubstr("out.h5"), HasSubstr("picks.csv")));
}

TEST_F(Room, IsKeptForWhatAForecastMayBeTooLow) {
  Forecast forecast;
  forecast.disk = part(0.8);
  EXPECT_THAT(refusal(forecast, {.results = path("out.h5"), .picks = ""}), HasSubstr("1.5 times"));
}

TEST(Forecast, OfJsonGrowsWithTheJobsOfAllPolicies) {
  Problem const problem = two_places(std::vector<std::int64_t>(100'000, 1), 1);
  ProblemSetup setup;
  setup.policies.assign(3, parse_policy("tsf"));
  double const table = total(foretell(problem, "", setup).memory);
  setup.json = true;
  EXPECT_GT(total(foretell(problem, "", setup).memory), table + 5e6);
}

}  // namespace
}  // namespace fairslot::forecast
