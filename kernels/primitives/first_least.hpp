/// The first least of many 64-bit keys, some changed between two questions: blocks of 64 with the
/// least of each kept. Padding and absent entries hold int64_max.
#pragma once

#include <cstdint>

#include "kernels/macros.hpp"
#include "kernels/primitives/simd.hpp"

namespace fairslot::inline FAIRSLOT_ISA {

struct FirstLeast {
  static constexpr int block = 64;
  std::int64_t* keys;       ///< [blocks()*64]
  std::int64_t* block_min;  ///< [blocks() rounded up to 64]
  int size;

  FAIRSLOT_FUNCTION static constexpr int blocks(int n) { return (n + block - 1) / block; }

  /// Call when keys[0..size) are set.
  FAIRSLOT_FUNCTION void build() {
    int const count = few() ? 1 : blocks(size);
    for (int i = size; i < count * block; ++i) keys[i] = int64_max;
    if (few()) return;
    for (int b = 0; b < count; ++b) block_min[b] = simd::least(keys + b * block);
    for (int b = count; b % block != 0; ++b) block_min[b] = int64_max;
  }

  FAIRSLOT_FUNCTION void set(int i, std::int64_t key) {
    simd::store(keys, i, key);
    if (!few()) simd::store(block_min, i / block, simd::least(keys + i / block * block));
  }

  /// Index of the first least key, -1 where all are int64_max.
  FAIRSLOT_FUNCTION int find() const { return few() ? find_in_one() : find_in_blocks(); }

 private:
  FAIRSLOT_FUNCTION bool few() const { return size <= block; }

  FAIRSLOT_FUNCTION int find_in_one() const {
    std::int64_t const best = simd::least(keys, size);
    return best == int64_max ? -1 : simd::first_equal(keys, best);
  }

  FAIRSLOT_FUNCTION int find_in_blocks() const {
    int const count = blocks(size);
    std::int64_t best = simd::least(block_min);
    int group = 0;
    for (int b = block; b < count; b += block) {
      std::int64_t const least = simd::least(block_min + b);
      if (least < best) best = least, group = b;
    }
    if (best == int64_max) return -1;
    int const b = group + simd::first_equal(block_min + group, best);
    return b * block + simd::first_equal(keys + b * block, best);
  }
};

}  // namespace fairslot::inline FAIRSLOT_ISA
