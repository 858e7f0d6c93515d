/// Sorts keys, and a number with each, by counting digits.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/macros.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Both arrays twice: the sorted numbers end up in the ones of which `at` tells.
template <class Key>
struct RadixSort {
  static_assert(std::is_unsigned_v<Key>);
  static constexpr int digit = 10, values = 1 << digit;
  Key* key[2];
  std::int32_t* number[2];
  int size, at = 0;

  /// Keys < 2^bits. Equal keys stay in the order in which they came.
  FAIRSLOT_FUNCTION void run(int bits) {
    // Three digits nearly always tell the keys apart.
    pass_from(bits > 3 * digit ? bits - 3 * digit : 0, bits);
    for (int i = 1; i < size; ++i)
      if (key[at][i] < key[at][i - 1]) return pass_from(0, bits);
  }

 private:
  FAIRSLOT_FUNCTION void pass_from(int shift, int bits) {
    for (; shift < bits; shift += digit) pass(shift);
  }
  FAIRSLOT_FUNCTION void pass(int shift) {
    std::int32_t first[values] = {};
    auto const value = [&](int i) { return key[at][i] >> shift & (values - 1); };
    for (int i = 0; i < size; ++i) ++first[value(i)];
    std::int32_t sum = 0;
    for (std::int32_t& f : first) {
      std::int32_t const count = f;
      f = sum;
      sum += count;
    }
    for (int i = 0; i < size; ++i) {
      std::int32_t const place = first[value(i)]++;
      key[1 - at][place] = key[at][i];
      number[1 - at][place] = number[at][i];
    }
    at = 1 - at;
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
