/// The first least of many 64-bit keys below int64_max, of which some change or come and go between
/// two questions: the least of each block of them is kept, of 64 or, where they are few, of eight
/// or not at all.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/macros.hpp"
#include "kernels/primitives/simd.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

struct FirstLeast {
  static constexpr int block = 64;
  std::int64_t* keys;       ///< [blocks()*64]
  std::uint64_t* present;   ///< [blocks()] bits of the keys that count, words of 64
  std::int64_t* block_min;  ///< [blocks() rounded up to 64] int64_max where there is none
  int size;
  std::int64_t const* ties = nullptr;  ///< [size] decides between equal keys, before the index

  FAIRSLOT_FUNCTION static constexpr int blocks(int n) { return (n + block - 1) / block; }

  FAIRSLOT_FUNCTION void clear() {
    for (int b = 0; b < blocks(size); ++b) present[b] = 0;
    for (int b = 0; b < blocks(blocks(size)) * block; ++b) block_min[b] = int64_max;
  }

  /// Call when keys of word b were written, or come and gone.
  FAIRSLOT_FUNCTION void settle(int b) { settle(b, ~std::uint64_t{0}); }

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
    where_kept([&](auto width) {
      if (has_counted)
        settle_block<width>(i / width);
      else if (counts && key < block_min[i / width])
        simd::store(block_min, i / width, key);
    });
  }

  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION void take_out(int i) {
    FAIRSLOT_ASSERT(has(i));
    present[i / block] &= ~(std::uint64_t{1} << (i % block));
    where_kept([&](auto width) { settle_block<width>(i / width); });
  }

  /// Takes out the keys of word b for which there is a bit.
  FAIRSLOT_FUNCTION void take_out(int b, std::uint64_t bits) {
    std::uint64_t const out = present[b] & bits;
    present[b] ^= out;
    settle(b, out);
  }

  /// f(i) of each key that counts, which may change or take it out.
  template <class F>
  FAIRSLOT_FUNCTION void each(F const& f) {
    for (int b = 0; b < blocks(size); ++b)
      for (std::uint64_t bits = present[b]; bits != 0; bits &= bits - 1)
        f(b * block + lowest_bit(bits));
  }

  struct Found {
    std::int64_t key;
    std::int32_t at;  ///< -1 where there is none
    /// Of the register that is returned, which is put together in memory where a part is undefined.
    std::int32_t rest = 0;
  };
  FAIRSLOT_FUNCTION static Found nobody() { return {int64_max, -1}; }
  FAIRSLOT_FUNCTION static Found turn(int at, std::int64_t key) { return {key, at}; }

  /// What may be new of a turn: no more of it is handed on.
  using News = std::int64_t;
  FAIRSLOT_FUNCTION static News news(int, std::int64_t key) { return key; }
  FAIRSLOT_FUNCTION static void renew(Found& turn, News key) { turn.key = key; }

  FAIRSLOT_FUNCTION bool before(Found const& a, Found const& b) const {
    if (ties && a.key == b.key && ties[a.at] != ties[b.at]) return ties[a.at] < ties[b.at];
    return (a.key < b.key) | ((a.key == b.key) & (a.at < b.at));
  }

  /// The first least key.
  FAIRSLOT_FUNCTION Found find() const {
    if (size == 0) return nobody();
    if (!few()) return find_in_blocks<block>();
    if constexpr (by_eights) {
      return find_in_blocks<eight>();
    } else {
      Found const found = find_in_all();
      return ties && found.at >= 0 ? least_tie<block>(found, 0) : found;
    }
  }

 private:
  static constexpr int eight = lanes::Longs::size;
  /// Of few keys the least of each eight is kept. Wide registers look through all of them faster
  /// than they keep any (measured).
  static constexpr bool by_eights = FAIRSLOT_VECTORS == 256;

  FAIRSLOT_FUNCTION bool few() const { return size <= 5 * block; }

  /// f(how many keys have one least), where that is kept. What changes from question to question is
  /// asked behind it only: nobody can guess whether a start takes others out.
  template <class F>
  FAIRSLOT_FUNCTION void where_kept(F const& f) const {
    if (!few())
      f(std::integral_constant<int, block>());
    else if constexpr (by_eights)
      f(std::integral_constant<int, eight>());
  }
  /// Those keys i .. i+width-1 that count.
  template <int width>
  FAIRSLOT_FUNCTION std::uint64_t counting(int i) const {
    return present[i / block] >> (i % block) & ~std::uint64_t{0} >> (block - width);
  }
  template <int width>
  FAIRSLOT_FUNCTION void settle_block(int b) const {
    std::int64_t const* const x = keys + b * width;
    std::uint64_t const bits = counting<width>(b * width);
    if constexpr (width == block)
      simd::store(block_min, b, simd::least_of(x, bits));
    else
      simd::store(block_min, b, simd::least_of_eight(x, static_cast<std::uint32_t>(bits)));
  }
  /// Those of word b for which there is a bit have changed, or have come or gone.
  FAIRSLOT_FUNCTION void settle(int b, std::uint64_t bits) const {
    where_kept([&](auto width) {
      while (bits != 0) {
        int const i = lowest_bit(bits) / width;
        settle_block<width>(b * (block / width) + i);
        bits &= ~(~std::uint64_t{0} >> (block - width) << i * width);
      }
    });
  }
  /// Those keys of the block that are equal to this one.
  template <int width>
  FAIRSLOT_FUNCTION std::uint64_t equal_in(int b, std::int64_t key) const {
    std::int64_t const* const x = keys + b * width;
    std::uint64_t const bits = counting<width>(b * width);
    if constexpr (width == block)
      return simd::equal_of(x, bits, key);
    else
      return bits & simd::equal_to(x, width, key);
  }
  /// Bits of the blocks b .. b+63 with this least key.
  template <int width>
  FAIRSLOT_FUNCTION std::uint64_t blocks_with(int b, std::int64_t key) const {
    int const left = (size + width - 1) / width - b;
    return simd::equal_to(block_min + b, left < block ? left : block, key);
  }
  template <int width>
  FAIRSLOT_FUNCTION Found find_in_blocks() const {
    int const count = (size + width - 1) / width;
    std::int64_t best = simd::least(block_min, count < block ? count : block);
    int group = 0;
    for (int b = block; width == block && b < count; b += block) {
      std::int64_t const least = simd::least(block_min + b, count - b < block ? count - b : block);
      if (least < best) best = least, group = b;
    }
    if (best == int64_max) return nobody();
    std::uint64_t const with = blocks_with<width>(group, best);
    int const b = group + lowest_bit(with);
    std::uint64_t const bits = equal_in<width>(b, best);
    Found const first = {best, b * width + lowest_bit(bits)};
    if (!ties) return first;
    // The least key is mostly there once, which is known without a look at the ties.
    bool const is_only = count <= block && ((with & (with - 1)) | (bits & (bits - 1))) == 0;
    return is_only ? first : least_tie<width>(first, with);
  }
  FAIRSLOT_FUNCTION Found find_in_all() const {
    Found best = first_in(0);
    for (int b = 1; b < blocks(size); ++b) {
      Found const other = first_in(b);
      bool const better = other.key < best.key;
      best = {better ? other.key : best.key, choose(better, other.at, best.at)};
    }
    return best;
  }
  FAIRSLOT_FUNCTION Found first_in(int b) const {
    if (present[b] == 0) return nobody();
    int const at = b * block + simd::first_least(keys + b * block, present[b]);
    return {keys[at], at};
  }
  struct Tied {
    int at;
    std::int64_t tie;
  };
  /// Of all with the key of the first one. `with`: of the blocks in its group of 64 that have it as
  /// their least, where that is kept.
  template <int width>
  FAIRSLOT_APART FAIRSLOT_FUNCTION Found least_tie(Found const& first, std::uint64_t with) const {
    Tied least = {first.at, ties[first.at]};
    int const b = first.at / width;
    if (few() && !by_eights) {
      for (int i = b; i < blocks(size); ++i) least = least_tie_in<width>(i, first.key, least);
      return {first.key, least.at};
    }
    for (int group = b / block * block; group * width < size; group += block) {
      if (group > b) with = blocks_with<width>(group, first.key);
      for (; with != 0; with &= with - 1)
        least = least_tie_in<width>(group + lowest_bit(with), first.key, least);
    }
    return {first.key, least.at};
  }
  /// Those of block b come behind `least`.
  template <int width>
  FAIRSLOT_FUNCTION Tied least_tie_in(int b, std::int64_t key, Tied least) const {
    for (std::uint64_t bits = equal_in<width>(b, key); bits != 0; bits &= bits - 1) {
      int const i = b * width + lowest_bit(bits);
      bool const better = ties[i] < least.tie;
      least = {choose(better, i, least.at), better ? ties[i] : least.tie};
    }
    return least;
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
