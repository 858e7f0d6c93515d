#include "kernels/primitives/radix_sort.hpp"

#include <algorithm>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/list.hpp"

namespace fairslot {
namespace {

template <class Key>
void expect_sorted(List<Key> const& keys) {
  auto const size = static_cast<int>(keys.size());
  List<std::pair<Key, std::int32_t>> expected;
  for (int i = 0; i < size; ++i) expected.emplace_back(keys[i], i);
  List<Key> key[2] = {keys, keys};
  List<std::int32_t> number[2];
  for (auto& numbers : number) numbers.resize(keys.size());
  for (int i = 0; i < size; ++i) number[0][i] = i;
  std::sort(expected.begin(), expected.end());
  RadixSort<Key> sort{{key[0].data(), key[1].data()}, {number[0].data(), number[1].data()}, size};
  sort.run();
  for (int i = 0; i < size; ++i) {
    ASSERT_EQ(sort.key[sort.at][i], expected[i].first);
    ASSERT_EQ(sort.number[sort.at][i], expected[i].second);
  }
}

template <class Key>
List<Key> some(std::uint64_t mask, int size, std::mt19937_64& random) {
  List<Key> keys;
  for (int i = 0; i < size; ++i) keys.push_back(static_cast<Key>(random() & mask));
  return keys;
}

/// Keys that differ in all digits, in the low ones only, and hardly at all.
TEST(RadixSort, SortsStably) {
  std::mt19937_64 random(1);
  for (int const size : {0, 1, 2, 300, 3000}) {
    for (std::uint64_t const mask :
         {~0ull, 0x7fffffffffffffffull, 0x3fffull, 0x4000000000000001ull, 0ull})
      expect_sorted(some<std::uint64_t>(mask, size, random));
    for (int const bits : {1, 10, 11, 16, 17, 30, 31, 32})
      for (std::uint64_t const mask : {~0ull, 1ull, 1ull << (bits - 1)})
        expect_sorted(some<std::uint32_t>(mask & ((1ull << bits) - 1), size, random));
  }
}

/// The upper digits tell one key from the others, which then are too many to be moved one by one;
/// in reverse order or not.
TEST(RadixSort, SortsWhereOneIsFarFromTheOthers) {
  std::mt19937_64 random(2);
  for (int const size : {2, 300, 3000}) {
    List<std::uint64_t> keys = some<std::uint64_t>(0xffffffffull, size, random);
    keys[size / 2] = ~0ull;
    expect_sorted(keys);
    std::ranges::sort(keys, std::greater());
    expect_sorted(keys);
    std::ranges::reverse(keys);
    expect_sorted(keys);
  }
}

}  // namespace
}  // namespace fairslot
