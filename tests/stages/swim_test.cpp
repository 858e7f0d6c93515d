// Rows that jobs are drawn from.
#include <algorithm>
#include <tuple>

#include <gtest/gtest.h>

#include "host/stages/swim.hpp"

namespace fairslot::stages {
namespace {

TEST(StagesSwim, RowsOfTheTableHaveMapsAsReported) {
  auto const rows = swim_rows("table");
  auto const part_between = [&](std::int64_t least, std::int64_t most) {
    auto const is_within = [&](SwimRow const& row) {
      EXPECT_EQ(row.input % (64 << 20), 0);
      EXPECT_EQ(row.shuffle, 0);
      return row.input >= least * (64 << 20) && row.input <= most * (64 << 20);
    };
    return static_cast<double>(std::ranges::count_if(rows, is_within)) /
           static_cast<double>(rows.size());
  };
  double reported = 0;
  for (auto const& [least, most, percent] : {std::tuple{1, 1, 39.0},
                                             {2, 2, 16.0},
                                             {3, 20, 14.0},
                                             {21, 60, 9.0},
                                             {61, 150, 6.0},
                                             {151, 300, 6.0},
                                             {301, 500, 4.0},
                                             {501, 1500, 4.0},
                                             {1501, 3000, 3.0}}) {
    EXPECT_NEAR(part_between(least, most), percent / 101, 1e-12) << least;
    reported += percent;
  }
  EXPECT_EQ(reported, 101);
  EXPECT_NEAR(part_between(3, 11), 7.0 / 101, 1e-12);  // within a range each number is as likely
}

TEST(StagesSwim, FacebooksDayIsThere) {
  auto const rows = swim_rows("fb2009_0");
  ASSERT_EQ(rows.size(), 5894);
  EXPECT_EQ(rows[0].input, 740773);
  EXPECT_EQ(rows[0].shuffle, 2339561);
}

}  // namespace
}  // namespace fairslot::stages
