// The least of so many keys that the least of the blocks fill more than one block themselves.
#include "kernels/primitives/first_least.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/list.hpp"

namespace fairslot {
namespace {

class Keys {
 public:
  explicit Keys(int size)
      : keys_(std::size_t(FirstLeast::blocks(size)) * 64),
        present_(std::size_t(FirstLeast::blocks(size))),
        least_(std::size_t(FirstLeast::blocks(FirstLeast::blocks(size))) * 64),
        search_{keys_.data(), present_.data(), least_.data(), size} {
    search_.clear();
  }

  int find_with(int i, std::int64_t key) {
    search_.set(i, key);
    int const found = search_.find().at;
    search_.take_out(i);
    return found;
  }
  FirstLeast& search() { return search_; }

 private:
  std::vector<std::int64_t> keys_;
  std::vector<std::uint64_t> present_;
  std::vector<std::int64_t> least_;
  FirstLeast search_;
};

TEST(FirstLeast, FindsAKeyWhereverItIs) {
  for (int const size : {1, 63, 64, 65, 320, 321, 4096, 4097, 8192, 8193, 20000}) {
    Keys keys(size);
    EXPECT_EQ(keys.search().find().at, -1) << size;
    for (int i = 0; i < size; i += size < 100 ? 1 : 61)
      ASSERT_EQ(keys.find_with(i, 1000 - i), i) << size;
    EXPECT_EQ(keys.find_with(size - 1, 7), size - 1) << size;
  }
}

TEST(FirstLeast, OfNoKeysThereIsNone) {
  Keys keys(0);
  EXPECT_EQ(keys.search().find().at, -1);
}

TEST(FirstLeast, TheFirstOfEqualKeys) {
  for (auto const& [size, middle] : {std::pair{300, 200}, std::pair{9000, 4500}}) {
    Keys keys(size);
    keys.search().set(size - 1, 5);
    keys.search().set(70, 6);
    EXPECT_EQ(keys.search().find().at, size - 1);
    EXPECT_EQ(keys.find_with(middle, 5), middle);
    EXPECT_EQ(keys.find_with(100, 5), 100);
  }
}

TEST(FirstLeast, WhatIsTakenOutOrSetWithoutCountingIsNotFound) {
  for (int const size : {64, 200}) {
    Keys keys(size);
    for (int i = 0; i < size; ++i) keys.search().set(i, i, i != 1);
    EXPECT_EQ(keys.search().find().at, 0) << size;
    keys.search().take_out(0);
    EXPECT_EQ(keys.search().find().at, 2) << size;
    keys.search().take_out(0, ~std::uint64_t{0} >> 1);
    EXPECT_EQ(keys.search().find().at, 63) << size;
    EXPECT_FALSE(keys.search().has(62)) << size;
  }
}

// Halves of keys that are equal, of either sign, or have their highest bit.
TEST(FirstLeast, IsThatOfALoopWhereHalvesAreEqual) {
  std::mt19937 random(7);
  constexpr std::uint64_t upper[] = {0, 1, 0x7ffffffe, 0x80000000, 0xffffffff};
  constexpr std::uint64_t lower[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff};
  for (int const size : {1, 50, 64, 100, 320, 700})
    for (int round = 0; round < 200; ++round) {
      Keys keys(size);
      int least = -1;
      List<std::int64_t> key(static_cast<std::size_t>(size));
      auto const kinds = 1 + random() % 5;
      for (int i = 0; i < size; ++i) {
        std::uint64_t const bits = upper[random() % kinds] << 32 | lower[random() % 5];
        bool const counts = random() % 3 != 0;
        key[i] = static_cast<std::int64_t>(bits);
        keys.search().set(i, key[i], counts);
        if (counts && (least < 0 || key[i] < key[least])) least = i;
      }
      auto const found = keys.search().find();
      ASSERT_EQ(found.at, least) << size;
      ASSERT_EQ(found.key, least < 0 ? int64_max : key[least]) << size;
    }
}

// Few kinds of keys and ties: in the first block that has the key, in later ones, in later groups
// of 64 blocks.
TEST(FirstLeast, OfEqualKeysTheLeastTie) {
  std::mt19937 random(8);
  for (int const size : {1, 64, 320, 321, 1000, 4097, 9000})
    for (int round = 0; round < 50; ++round) {
      Keys keys(size);
      List<std::int64_t> ties(static_cast<std::size_t>(size)), key(ties);
      keys.search().ties = ties.data();
      auto const kinds = 1 + random() % 50, kinds_of_ties = 1 + random() % 5000;
      int const counted = 1 + static_cast<int>(random() % 100);
      int least = -1;
      for (int i = 0; i < size; ++i) {
        key[i] = static_cast<std::int64_t>(random() % kinds);
        ties[i] = static_cast<std::int64_t>(random() % kinds_of_ties);
        bool const counts = static_cast<int>(random() % 100) < counted;
        keys.search().set(i, key[i], counts);
        if (!counts) continue;
        if (least < 0 || std::pair(key[i], ties[i]) < std::pair(key[least], ties[least])) least = i;
      }
      ASSERT_EQ(keys.search().find().at, least) << size;
    }
}

// The least of a block is kept while keys come, change and go.
TEST(FirstLeast, IsThatOfALoopAfterEachChange) {
  std::mt19937 random(9);
  for (int const size : {100, 330, 5000}) {
    Keys keys(size);
    List<std::int64_t> key(static_cast<std::size_t>(size), int64_max);  // that count
    for (int change = 0; change < 2000; ++change) {
      int const i = static_cast<int>(random() % static_cast<unsigned>(size));
      if (key[i] != int64_max && random() % 2 == 0) {
        keys.search().take_out(i);
        key[i] = int64_max;
      } else {
        auto const fresh = static_cast<std::int64_t>(random() % 40);
        bool const counts = key[i] != int64_max || random() % 4 != 0;
        keys.search().set(i, fresh, counts);
        if (counts) key[i] = fresh;
      }
      auto const least = std::ranges::min_element(key);
      int const at = *least == int64_max ? -1 : static_cast<int>(least - key.begin());
      ASSERT_EQ(keys.search().find().at, at) << size << ", change " << change;
    }
  }
}

}  // namespace
}  // namespace fairslot
