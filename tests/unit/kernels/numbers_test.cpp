#include "kernels/primitives/numbers.hpp"

#include <algorithm>
#include <random>

#include "gtest/gtest.h"

namespace fairslot {
namespace {

TEST(Numbers, AreSortedAsByTheStandardLibrary) {
  std::mt19937_64 random(1);
  for (std::uint64_t const mask : {0xffffffffffffffffull, 0x1fffull, 0x8000000000000001ull, 0ull})
    for (std::size_t const size : {0u, 1u, 2u, 5000u}) {
      std::vector<std::int64_t> expected(size);
      for (std::int64_t& number : expected) number = static_cast<std::int64_t>(random() & mask);
      std::vector<std::int64_t> sorted = expected, distinct = expected;
      std::ranges::sort(expected);
      sort_numbers(sorted);
      EXPECT_EQ(sorted, expected);
      expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
      sort_distinct(distinct);
      EXPECT_EQ(distinct, expected);
    }
}

}  // namespace
}  // namespace fairslot
