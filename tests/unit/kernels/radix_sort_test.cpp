#include "kernels/primitives/radix_sort.hpp"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/list.hpp"

namespace fairslot {
namespace {

/// Keys that differ in all digits, in the low ones only, and hardly at all.
TEST(RadixSort, SortsStably) {
  std::mt19937_64 random(1);
  for (std::uint64_t const mask : {0x7fffffffffffffffull, 0x3fffull, 0x4000000000000001ull, 0ull})
    for (int const size : {0, 1, 2, 1000}) {
      List<std::pair<std::uint64_t, std::int32_t>> expected;
      List<std::uint64_t> key[2];
      List<std::int32_t> number[2];
      for (int i = 0; i < size; ++i) expected.emplace_back(random() & mask, i);
      for (auto& keys : key) keys.resize(expected.size());
      for (auto& numbers : number) numbers.resize(expected.size());
      for (int i = 0; i < size; ++i) key[0][i] = expected[i].first, number[0][i] = i;
      std::sort(expected.begin(), expected.end());
      RadixSort sort{{key[0].data(), key[1].data()}, {number[0].data(), number[1].data()}, size};
      sort.run();
      for (int i = 0; i < size; ++i) {
        ASSERT_EQ(sort.key[sort.at][i], expected[i].first);
        ASSERT_EQ(sort.number[sort.at][i], expected[i].second);
      }
    }
}

}  // namespace
}  // namespace fairslot
