// Exact distributions against plain loops, wide integers, Student's quantiles.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "host/statistics/distribution.hpp"
#include "host/statistics/student.hpp"

namespace fairslot::statistics {
namespace {

using Points = std::vector<Distribution::Point>;

Distribution distribution_of(Points const& points) {
  Distribution d;
  d.merge(points);
  return d;
}

/// All values one by one, ascending.
std::vector<std::int64_t> spread_out(Points const& points) {
  std::vector<std::int64_t> values;
  for (auto const& [value, count] : points)
    values.insert(values.end(), static_cast<std::size_t>(count), value);
  std::sort(values.begin(), values.end());
  return values;
}

Points some_points() {
  auto const value = rc::gen::inRange<std::int64_t>(-50, 1000);
  auto const count = rc::gen::inRange<std::int64_t>(0, 6);
  return *rc::gen::container<Points>(rc::gen::pair(value, count));
}

RC_GTEST_PROP(Distribution, MomentsEqualThoseOfTheValuesOneByOne, ()) {
  Points const points = some_points();
  auto const values = spread_out(points);
  Distribution const d = distribution_of(points);
  RC_ASSERT(d.count() == static_cast<std::int64_t>(values.size()));
  if (values.empty()) {
    RC_ASSERT(!d.mean() && !d.variance() && !d.sd() && !d.quantile(1, 2));
    return;
  }
  auto const n = static_cast<long double>(values.size());
  long double sum = 0, squares = 0;
  for (auto const value : values) sum += value;
  for (auto const value : values) squares += (value - sum / n) * (value - sum / n);
  RC_ASSERT(*d.mean() == static_cast<double>(sum / n));
  RC_ASSERT(std::fabs(*d.variance() - static_cast<double>(squares / n)) <=
            1e-9L * (1 + squares / n));
  RC_ASSERT(*d.sd() == std::sqrt(*d.variance()));
}

RC_GTEST_PROP(Distribution, QuantileIsTheLeastValueThatReachesTheShare, ()) {
  Points const points = some_points();
  auto const values = spread_out(points);
  if (values.empty()) return;
  auto const percent = *rc::gen::inRange<std::int64_t>(1, 101);
  auto const size = static_cast<std::int64_t>(values.size());
  std::int64_t rank = 1;
  while (rank * 100 < size * percent) ++rank;
  RC_ASSERT(distribution_of(points).quantile(percent, 100) ==
            values[static_cast<std::size_t>(rank - 1)]);
}

RC_GTEST_PROP(Distribution, TheOrderOfAddingChangesNoBit, ()) {
  Points points = some_points();
  Distribution const a = distribution_of(points);
  std::shuffle(points.begin(), points.end(), std::mt19937(*rc::gen::arbitrary<unsigned>()));
  Distribution b;
  for (auto const& [value, count] : points)
    for (std::int64_t i = 0; i < count; ++i) b.add(value);
  RC_ASSERT(a.points() == b.points());
  RC_ASSERT(a.variance() == b.variance());
}

/// Parts of one distribution, some spilled along the way, against all of it in memory.
RC_GTEST_PROP(Distribution, SpilledOrNotItSaysTheSame, ()) {
  spill::File file(testing::TempDir());
  Distribution plain, spilled;
  int const parts = *rc::gen::inRange(1, 60);
  for (int part = 0; part < parts; ++part) {
    Points const points = some_points();
    plain.merge(points);
    Distribution own = distribution_of(points);
    if (*rc::gen::inRange(0, 3) == 0) own.spill(file);
    if (*rc::gen::inRange(0, 2) == 0)
      spilled.merge(std::move(own));
    else
      spilled.merge(own.points());
    if (*rc::gen::inRange(0, 2) == 0) spilled.spill(file);
  }
  RC_ASSERT(spilled.points() == plain.points());
  RC_ASSERT(spilled.count() == plain.count());
  RC_ASSERT(spilled.mean() == plain.mean());
  RC_ASSERT(spilled.variance() == plain.variance());
  for (int const percent : {1, 50, 95, 99, 100})
    RC_ASSERT(spilled.quantile(percent, 100) == plain.quantile(percent, 100));
}

TEST(Distribution, SpilledPointsTakeNoMemoryAndKeepLargeNumbers) {
  spill::File file(testing::TempDir());
  std::int64_t const v = std::int64_t{1} << 61, n = std::int64_t{1} << 60;
  Distribution d = distribution_of({{-v, n}, {v, n}, {0, 1}});
  d.spill(file);
  EXPECT_EQ(d.points_in_memory(), 0u);
  EXPECT_EQ(d.points(), (Points{{-v, n}, {0, 1}, {v, n}}));
  EXPECT_EQ(*d.mean(), 0.0);
}

/// More than a buffer of each of many runs.
TEST(Distribution, ManySpillsAreMergedOnTheWay) {
  spill::File file(testing::TempDir());
  Distribution d;
  for (std::int64_t run = 0; run < 40; ++run) {
    for (std::int64_t i = 0; i < 50000; ++i) d.add((i * 7919 + run) % 1000003 * 1000);
    d.spill(file);
  }
  Points const points = d.points();
  EXPECT_TRUE(
      std::ranges::is_sorted(points, std::ranges::less_equal{}, &Distribution::Point::first));
  std::int64_t total = 0;
  for (auto const& [value, count] : points) total += count;
  EXPECT_EQ(total, 2000000);
  EXPECT_EQ(d.count(), 2000000);
}

TEST(Distribution, SettlesManyValuesAsItGoes) {
  Distribution d;
  for (int i = 0; i < 100000; ++i) d.add((i * 7919) % 1000);
  EXPECT_EQ(d.points().size(), 1000u);
  EXPECT_EQ(d.count(), 100000);
  EXPECT_EQ(*d.mean(), 499.5);
  EXPECT_EQ(*d.variance(), (1000.0 * 1000.0 - 1) / 12);
}

TEST(Distribution, MedianOfAnEvenNumberIsTheLowerOne) {
  EXPECT_EQ(distribution_of({{1, 1}, {2, 1}}).quantile(1, 2), 1);
  EXPECT_EQ(distribution_of({{1, 1}, {2, 2}}).quantile(1, 2), 2);
  EXPECT_EQ(distribution_of({{5, 95}, {9, 5}}).quantile(95, 100), 5);
  EXPECT_EQ(distribution_of({{5, 94}, {9, 6}}).quantile(95, 100), 9);
}

TEST(Distribution, LargestValuesDoNotOverflow) {
  std::int64_t const v = std::int64_t{1} << 61, n = std::int64_t{1} << 60;
  Distribution const d = distribution_of({{v, n}, {-v, n}});
  EXPECT_EQ(*d.mean(), 0.0);
  EXPECT_EQ(*d.variance(), std::ldexp(1.0, 122));
  EXPECT_EQ(*d.sd(), std::ldexp(1.0, 61));
}

TEST(Distribution, EqualLargeValuesHaveNoVariance) {
  Distribution const d = distribution_of({{(std::int64_t{1} << 61) + 1, 3}});
  EXPECT_EQ(*d.variance(), 0.0);
}

TEST(UInt256, ProductsAreExact) {
  UInt128 const ones = ~UInt128{0};
  UInt256 const square = product(ones, ones);  // 2^256 - 2^129 + 1
  EXPECT_TRUE(square.low == 1 && square.high == ones - 1);
  UInt256 const back = square - product(ones, ones - 1) - UInt256{0, ones};
  EXPECT_TRUE(back.low == 0 && back.high == 0);
}

TEST(UInt256, RoundsToTheNearestDoubleTiesToEven) {
  UInt128 const top = UInt128{1} << 100;
  double const power = std::ldexp(1.0, 228), step = std::ldexp(1.0, 228 - 52);
  UInt128 const half = UInt128{1} << (100 - 53);
  EXPECT_EQ(to_double({top, 0}), power);
  EXPECT_EQ(to_double({top + half, 0}), power);  // a tie: to the even one
  EXPECT_EQ(to_double({top + half, 1}), power + step);
  EXPECT_EQ(to_double({top + 3 * half, 0}), power + 2 * step);
  EXPECT_EQ(to_double({0, 3}), 3.0);
}

TEST(Student, QuantilesAreThoseOfTheTables) {
  EXPECT_NEAR(student_t95(1), 12.706204736174698, 1e-9);
  EXPECT_NEAR(student_t95(2), 4.302652729749464, 1e-9);
  EXPECT_NEAR(student_t95(3), 3.182446305283708, 1e-9);
  EXPECT_NEAR(student_t95(4), 2.776445105197793, 1e-9);
  EXPECT_NEAR(student_t95(9), 2.262157162798205, 1e-9);
  EXPECT_NEAR(student_t95(10), 2.228138851986273, 1e-9);
  EXPECT_NEAR(student_t95(29), 2.045229642132703, 1e-9);
  EXPECT_NEAR(student_t95(30), 2.042272456301238, 1e-9);
  EXPECT_NEAR(student_t95(99), 1.984216951586404, 1e-9);
  EXPECT_NEAR(student_t95(999), 1.962341461133452, 1e-9);
  EXPECT_NEAR(student_t95(1000000000000), 1.959963984540054, 1e-9);
}

TEST(Student, SumAndExpansionMeet) {
  EXPECT_LT(student_t95(1000), student_t95(999));
  EXPECT_NEAR(student_t95(999) - student_t95(1000), student_t95(1000) - student_t95(1001), 1e-8);
}

}  // namespace
}  // namespace fairslot::statistics
