/// Sorts keys, and a number with each, by counting digits.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/macros.hpp"
#include "kernels/primitives/exact.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Both arrays twice: the sorted ones end up in those of which `at` tells.
template <class Key>
struct RadixSort {
  static_assert(std::is_unsigned_v<Key>);
  Key* key[2];
  std::int32_t* number[2];
  int size, at = 0;

  /// Equal keys stay in the order in which they came.
  FAIRSLOT_FUNCTION void run() {
    if (size == 0) return;
    Key least = key[at][0], most = least;
    for (int i = 1; i < size; ++i) {
      least = key[at][i] < least ? key[at][i] : least;
      most = key[at][i] > most ? key[at][i] : most;
    }
    int const bits = most > least ? highest_bit(most - least) + 1 : 0;
    // The upper bits of the range put nearly all in their places, and the others near them.
    int const upper = size > 2048 ? 20 : 16;
    sort_from(bits > upper ? bits - upper : 0, bits, least);
    if (!put_right()) sort_from(0, bits, least);
  }

 private:
  static constexpr int most_bits = 10;  ///< of a digit

  /// By the bits from `shift` on of what the keys are above the least.
  FAIRSLOT_FUNCTION void sort_from(int shift, int bits, Key least) {
    while (shift < bits) {
      int const passes = (bits - shift + most_bits - 1) / most_bits;
      int const digit = (bits - shift + passes - 1) / passes;
      pass(shift, 1 << digit, least);
      shift += digit;
    }
  }
  FAIRSLOT_FUNCTION void pass(int shift, int values, Key least) {
    std::int32_t first[1 << most_bits];
    auto const value = [&](int i) {
      return static_cast<unsigned>((key[at][i] - least) >> shift) &
             static_cast<unsigned>(values - 1);
    };
    for (int i = 0; i < values; ++i) first[i] = 0;
    for (int i = 0; i < size; ++i) ++first[value(i)];
    std::int32_t sum = 0;
    for (int i = 0; i < values; ++i) {
      std::int32_t const count = first[i];
      first[i] = sum;
      sum += count;
    }
    for (int i = 0; i < size; ++i) {
      std::int32_t const place = first[value(i)]++;
      key[1 - at][place] = key[at][i];
      number[1 - at][place] = number[at][i];
    }
    at = 1 - at;
  }

  /// Moves back who comes too late, one by one. False: gave up on too many.
  FAIRSLOT_FUNCTION bool put_right() {
    Key* const k = key[at];
    std::int32_t* const n = number[at];
    std::int64_t left = std::int64_t{4} * size;
    for (int i = 1; i < size && left >= 0; ++i) {
      if (k[i] >= k[i - 1]) continue;
      Key const late = k[i];
      std::int32_t const its = n[i];
      int to = i;
      for (; to > 0 && k[to - 1] > late; --to, --left) {
        k[to] = k[to - 1];
        n[to] = n[to - 1];
      }
      k[to] = late;
      n[to] = its;
    }
    return left >= 0;
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
