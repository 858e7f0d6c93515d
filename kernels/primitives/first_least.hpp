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

  FAIRSLOT_FUNCTION void clear() {
    for (int i = 0; i < blocks(size) * block; ++i) keys[i] = int64_max;
    for (int b = 0; b < blocks(blocks(size)) * block; ++b) block_min[b] = int64_max;
  }

  /// Call when keys of block b were written.
  FAIRSLOT_FUNCTION void settle(int b) {
    if (!single()) simd::store(block_min, b, simd::least(keys + b * block));
  }

  FAIRSLOT_FUNCTION void set(int i, std::int64_t key) {
    simd::store(keys, i, key);
    settle(i / block);
  }

  /// Takes the keys of block b for which there is a bit out.
  FAIRSLOT_FUNCTION void drop(int b, std::uint64_t bits) {
    using lanes::Longs;
    for (std::int64_t* k = keys + b * block; bits != 0; bits >>= 8, k += 8)
      select(bits & 0xff, Longs::all(int64_max), Longs::load(k)).store(k);
    settle(b);
  }

  /// Index of the first least key, -1 where all are int64_max.
  FAIRSLOT_FUNCTION int find() const {
    if (single()) {
      std::int64_t const best = simd::least(keys);
      return best == int64_max ? -1 : simd::first_equal(keys, best);
    }
    int const count = blocks(size);
    std::int64_t best = simd::least(block_min, count < block ? count : block);
    int group = 0;
    for (int b = block; b < count; b += block) {
      std::int64_t const least = simd::least(block_min + b, count - b < block ? count - b : block);
      if (least < best) best = least, group = b;
    }
    if (best == int64_max) return -1;
    int const b = group + simd::first_equal(block_min + group, best);
    return b * block + simd::first_equal(keys + b * block, best);
  }

 private:
  FAIRSLOT_FUNCTION bool single() const { return size <= block; }
};

}  // namespace fairslot::inline FAIRSLOT_ISA
