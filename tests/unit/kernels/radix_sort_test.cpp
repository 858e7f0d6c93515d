#include "kernels/primitives/radix_sort.hpp"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/list.hpp"

namespace fairslot {
namespace {

template <class Key>
void expect_sorted(std::uint64_t mask, int bits, int size, std::mt19937_64& random) {
  List<std::pair<Key, std::int32_t>> expected;
  List<Key> key[2];
  List<std::int32_t> number[2];
  for (int i = 0; i < size; ++i) expected.emplace_back(static_cast<Key>(random() & mask), i);
  for (auto& keys : key) keys.resize(expected.size());
  for (auto& numbers : number) numbers.resize(expected.size());
  for (int i = 0; i < size; ++i) key[0][i] = expected[i].first, number[0][i] = i;
  std::sort(expected.begin(), expected.end());
  RadixSort<Key> sort{{key[0].data(), key[1].data()}, {number[0].data(), number[1].data()}, size};
  sort.run(bits);
  for (int i = 0; i < size; ++i) {
    ASSERT_EQ(sort.key[sort.at][i], expected[i].first);
    ASSERT_EQ(sort.number[sort.at][i], expected[i].second);
  }
}

/// Keys that differ in all digits, in the low ones only, and hardly at all.
TEST(RadixSort, SortsStably) {
  std::mt19937_64 random(1);
  for (int const size : {0, 1, 2, 1000}) {
    for (std::uint64_t const mask : {0x7fffffffffffffffull, 0x3fffull, 0x4000000000000001ull, 0ull})
      expect_sorted<std::uint64_t>(mask, 63, size, random);
    for (int const bits : {1, 10, 11, 30, 31})
      for (std::uint64_t const mask : {~0ull, 1ull, 1ull << (bits - 1)})
        expect_sorted<std::uint32_t>(mask & ((1ull << bits) - 1), bits, size, random);
  }
}

}  // namespace
}  // namespace fairslot
