/// The first least of many 64-bit keys below int64_max, of which some change or come and go between
/// two questions: blocks of 64 with the least of each kept, unless they are few.
#pragma once

#include <cstdint>

#include "kernels/macros.hpp"
#include "kernels/primitives/simd.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

struct FirstLeast {
  static constexpr int block = 64;
  std::int64_t* keys;       ///< [blocks()*64]
  std::uint64_t* present;   ///< [blocks()] bits of the keys that count
  std::int64_t* block_min;  ///< [blocks() rounded up to 64] int64_max where there is none
  int size;
  std::int64_t const* ties = nullptr;  ///< [size] decides between equal keys, before the index

  FAIRSLOT_FUNCTION static constexpr int blocks(int n) { return (n + block - 1) / block; }

  FAIRSLOT_FUNCTION void clear() {
    for (int b = 0; b < blocks(size); ++b) present[b] = 0;
    for (int b = 0; b < blocks(blocks(size)) * block; ++b) block_min[b] = int64_max;
  }

  /// Call when keys of block b were written, or come and gone.
  FAIRSLOT_FUNCTION void settle(int b) {
    if (!few()) simd::store(block_min, b, simd::least_of(keys + b * block, present[b]));
  }

  FAIRSLOT_FUNCTION bool has(int i) const {
    FAIRSLOT_ASSERT(0 <= i && i < size);
    return present[i / block] >> (i % block) & 1;
  }

  FAIRSLOT_FUNCTION bool contends(int i) const { return has(i); }

  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION void set(int i, std::int64_t key, bool counts = true) {
    FAIRSLOT_ASSERT(0 <= i && i < size);
    bool const has_counted = has(i);
    simd::store(keys, i, key);
    present[i / block] |= static_cast<std::uint64_t>(counts) << (i % block);
    if (has_counted)
      settle(i / block);
    else if (counts)
      join(i / block, key);
  }

  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION void take_out(int i) {
    FAIRSLOT_ASSERT(has(i));
    present[i / block] &= ~(std::uint64_t{1} << (i % block));
    settle(i / block);
  }

  /// Takes out the keys of block b for which there is a bit.
  FAIRSLOT_FUNCTION void take_out(int b, std::uint64_t bits) {
    std::uint64_t const before = present[b];
    present[b] = before & ~bits;
    if (few()) return;
    if ((before & bits) != 0) settle(b);
  }

  /// f(i) of each key that counts, which may change or take it out.
  template <class F>
  FAIRSLOT_FUNCTION void each(F const& f) {
    for (int b = 0; b < blocks(size); ++b)
      for (std::uint64_t bits = present[b]; bits != 0; bits &= bits - 1)
        f(b * block + lowest_bit(bits));
  }

  struct Found {
    int at;  ///< -1 where there is none
    std::int64_t key;
  };
  FAIRSLOT_FUNCTION static Found nobody() { return {-1, int64_max}; }
  FAIRSLOT_FUNCTION static Found turn(int at, std::int64_t key) { return {at, key}; }

  FAIRSLOT_FUNCTION bool before(Found const& a, Found const& b) const {
    if (ties && a.key == b.key && ties[a.at] != ties[b.at]) return ties[a.at] < ties[b.at];
    return (a.key < b.key) | ((a.key == b.key) & (a.at < b.at));
  }

  /// The first least key.
  FAIRSLOT_FUNCTION Found find() const {
    if (!few()) return find_in_blocks();
    Found const found = find_in_all();
    return ties && found.at >= 0 ? least_tie(found) : found;
  }

 private:
  /// A key has come to block b.
  FAIRSLOT_FUNCTION void join(int b, std::int64_t key) {
    if (!few() && key < block_min[b]) simd::store(block_min, b, key);
  }
  /// All are looked through faster than the least of each block is kept (measured).
  FAIRSLOT_FUNCTION bool few() const { return size <= 5 * block; }
  FAIRSLOT_FUNCTION Found find_in_blocks() const {
    int const count = blocks(size);
    std::int64_t best = simd::least(block_min, count < block ? count : block);
    int group = 0;
    for (int b = block; b < count; b += block) {
      std::int64_t const least = simd::least(block_min + b, count - b < block ? count - b : block);
      if (least < best) best = least, group = b;
    }
    if (best == int64_max) return {-1, best};
    if (ties) return least_tie(group, best);
    int const b = group + simd::first_equal(block_min + group, ~std::uint64_t{0}, best);
    return {b * block + simd::first_equal(keys + b * block, present[b], best), best};
  }
  /// The least key is mostly there once, which is known without a look at the ties.
  FAIRSLOT_FUNCTION Found least_tie(int group, std::int64_t key) const {
    std::uint64_t const least = simd::equal_of(block_min + group, ~std::uint64_t{0}, key);
    int const b = group + lowest_bit(least);
    std::uint64_t const bits = simd::equal_of(keys + b * block, present[b], key);
    Found const first = {b * block + lowest_bit(bits), key};
    bool const is_only =
        blocks(size) <= block && ((least & (least - 1)) | (bits & (bits - 1))) == 0;
    return is_only ? first : least_tie(first);
  }
  FAIRSLOT_FUNCTION Found find_in_all() const {
    Found best = first_in(0);
    for (int b = 1; b < blocks(size); ++b) {
      Found const other = first_in(b);
      bool const better = other.key < best.key;
      best = {choose(better, other.at, best.at), better ? other.key : best.key};
    }
    return best;
  }
  FAIRSLOT_FUNCTION Found first_in(int b) const {
    if (present[b] == 0) return nobody();
    int const at = b * block + simd::first_least(keys + b * block, present[b]);
    return {at, keys[at]};
  }
  struct Tied {
    int at;
    std::int64_t tie;
  };
  /// Of the blocks whose least it is, where that is kept.
  FAIRSLOT_APART FAIRSLOT_FUNCTION Found least_tie(Found const& found) const {
    int const first = found.at / block;
    Tied least = {found.at, ties[found.at]};
    if (few()) {
      for (int b = first; b < blocks(size); ++b) least = least_tie(b, found.key, least);
      return {least.at, found.key};
    }
    std::uint64_t bits = ~std::uint64_t{0} << (first % block);
    for (int group = first / block * block; group < blocks(size); group += block) {
      bits = simd::equal_of(block_min + group, bits, found.key);
      for (; bits != 0; bits &= bits - 1)
        least = least_tie(group + lowest_bit(bits), found.key, least);
      bits = ~std::uint64_t{0};
    }
    return {least.at, found.key};
  }
  /// Those of block b come behind `least`.
  FAIRSLOT_FUNCTION Tied least_tie(int b, std::int64_t key, Tied least) const {
    for (std::uint64_t bits = simd::equal_of(keys + b * block, present[b], key); bits != 0;
         bits &= bits - 1) {
      int const i = b * block + lowest_bit(bits);
      bool const better = ties[i] < least.tie;
      least = {choose(better, i, least.at), better ? ties[i] : least.tie};
    }
    return least;
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
