// Sums in closed form equal the loops that they replace.
#include "kernels/primitives/exact.hpp"

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace fairslot {
namespace {

double loop(double x, double c, std::int64_t n) {
  for (; n > 0; --n) x += c;
  return x;
}

RC_GTEST_PROP(RepeatAdd, EqualsTheLoop, (std::uint32_t a, std::uint32_t b, std::uint16_t steps)) {
  double const h = a, e = 1.0 + b, c = h / e;
  std::int64_t const n = steps;
  for (double const x : {0.0, c, 1e-3, 12345.678, h})
    RC_ASSERT(repeat_add(x, c, n) == loop(x, c, n));
}

TEST(RepeatAdd, CrossesManyBinades) {
  for (double const c : {1.0 / 3, 2.0 / 7, 60.0 / 61, 1.0, 0.75, 1099511627776.0 / 9, 1e-300})
    for (std::int64_t const n : {0, 1, 2, 3, 7, 8, 9, 1000, 3000017})
      EXPECT_EQ(repeat_add(0.0, c, n), loop(0.0, c, n)) << c << " x " << n;
}

TEST(RepeatAdd, RoundsHalvesToEven) {
  double const big = 4503599627370496.0;  // 2^52: one unit in the last place is 1
  for (double const c : {0.5, 1.5, 2.5, 3.5, 0.25, 0.75})
    for (double const x : {big, big + 1, big + 2, big + 3}) {
      EXPECT_EQ(repeat_add(x, c, 100), loop(x, c, 100)) << c;
      EXPECT_EQ(repeat_add(x + 50, -c, 100), loop(x + 50, -c, 100)) << c;
      EXPECT_EQ(repeat_add(-x, c, 100), loop(-x, c, 100)) << c;
    }
}

RC_GTEST_PROP(RepeatAdd, GoesDownAndThroughZero,
              (std::int32_t a, std::uint32_t b, std::uint16_t n)) {
  double const h = a, e = 1.0 + b, c = h / e;
  for (double const x : {0.0, -c, -100 * c, 1e-3, -12345.678, h, 1e-300})
    RC_ASSERT(repeat_add(x, c, n) == loop(x, c, n));
}

TEST(RepeatAdd, GoesDownManyBinades) {
  for (double const c : {-1.0 / 3, -2.0 / 7, -0.75, -1.0, -1e-5, -4503599627370497.0 / 3})
    for (double const x : {1.0, 1000.0, 1e5 + 1.0 / 3, 4503599627370498.0, 9007199254740994.0})
      for (std::int64_t const n : {7, 8, 9, 1000, 3000017})
        EXPECT_EQ(repeat_add(x, c, n), loop(x, c, n)) << x << " + " << c << " x " << n;
}

TEST(RepeatAdd, StopsWhereNothingIsAdded) {
  double const huge = 1e300;
  EXPECT_EQ(repeat_add(huge, 1.0, std::int64_t{1} << 40), huge);
}

TEST(AddProduct, SaysWhenItPassesTheLargestInteger) {
  std::int64_t sum = int64_max - 6;
  EXPECT_TRUE(add_product(sum, 2, 3));
  EXPECT_EQ(sum, int64_max);
  EXPECT_FALSE(add_product(sum, 1, 1));
  EXPECT_EQ(sum, int64_max);
  EXPECT_FALSE(add_product(sum, int64_max, int64_max));
  EXPECT_TRUE(add_product(sum, 0, int64_max));
}

}  // namespace
}  // namespace fairslot
