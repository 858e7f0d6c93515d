/// Sixty-four lanes at a time: the comparisons and searches of the inner loops.
#pragma once

#include <cstdint>

#include "kernels/primitives/exact.hpp"
#include "kernels/primitives/lanes.hpp"

namespace fairslot::inline FAIRSLOT_ISA::simd {

using lanes::Ints;
using lanes::Longs;

/// Bit i: x[i] >= limit. x holds 64 values.
FAIRSLOT_FUNCTION inline std::uint64_t at_least(std::int32_t const* x, std::int32_t limit) {
  Ints const bound = Ints::all(limit);
  std::uint64_t mask = 0;
  for (int i = 0; i < 64; i += Ints::size)
    mask |= static_cast<std::uint64_t>(at_least(Ints::load(x + i), bound)) << i;
  return mask;
}

/// Bit i: x[i] <= limit.
FAIRSLOT_FUNCTION inline std::uint64_t at_most(std::int32_t const* x, std::int32_t limit) {
  Ints const bound = Ints::all(limit);
  std::uint64_t mask = 0;
  for (int i = 0; i < 64; i += Ints::size)
    mask |= static_cast<std::uint64_t>(at_least(bound, Ints::load(x + i))) << i;
  return mask;
}

/// Bit i: x[i] == value.
FAIRSLOT_FUNCTION inline std::uint64_t equal_to(std::int32_t const* x, std::int32_t value) {
  Ints const wanted = Ints::all(value);
  std::uint64_t mask = 0;
  for (int i = 0; i < 64; i += Ints::size)
    mask |= static_cast<std::uint64_t>(equal(Ints::load(x + i), wanted)) << i;
  return mask;
}

/// x[0] | ... | x[n-1] of 64 words; those from n on are 0.
FAIRSLOT_FUNCTION inline std::uint64_t united(std::uint64_t const* x, int n) {
  auto const load = [=](int i) {
    return Longs::load(reinterpret_cast<std::int64_t const*>(x) + i);
  };
  Longs all = load(0);
  for (int i = Longs::size; i < n; i += Longs::size) all = all | load(i);
  return static_cast<std::uint64_t>(united(all));
}

/// The least of the first n of 64 values; the values from n on are int64_max.
FAIRSLOT_FUNCTION inline std::int64_t least(std::int64_t const* x, int n) {
  Longs best = Longs::load(x);
  for (int i = Longs::size; i < n; i += Longs::size) best = lesser(best, Longs::load(x + i));
  return least(best);
}

/// The least of 64 values.
FAIRSLOT_FUNCTION inline std::int64_t least(std::int64_t const* x) {
  auto const pair = [=](int i) {
    return lesser(Longs::load(x + i), Longs::load(x + i + Longs::size));
  };
  return least(lesser(lesser(pair(0), pair(16)), lesser(pair(32), pair(48))));
}

/// x[i] = value. Stores the whole vector around it: a wide load that follows a narrow store into
/// the same line has to wait for it.
template <class Lanes, class T>
FAIRSLOT_FUNCTION inline void store_in(T* x, int i, T value) {
#if FAIRSLOT_AVX512
  T* const line = x + i / Lanes::size * Lanes::size;
  select(1u << (i % Lanes::size), Lanes::all(value), Lanes::load(line)).store(line);
#else
  x[i] = value;
#endif
}
FAIRSLOT_FUNCTION inline void store(std::int64_t* x, int i, std::int64_t value) {
  store_in<Longs>(x, i, value);
}
FAIRSLOT_FUNCTION inline void store(std::int32_t* x, int i, std::int32_t value) {
  store_in<Ints>(x, i, value);
}
FAIRSLOT_FUNCTION inline void store(double* x, int i, double value) {
  store_in<lanes::Doubles>(x, i, value);
}

/// The first of 64 values that equals `value`, which is among them.
FAIRSLOT_FUNCTION inline int first_equal(std::int64_t const* x, std::int64_t value) {
#if FAIRSLOT_AVX512
  Longs const wanted = Longs::all(value);
  auto const part = [=](int i) -> std::uint64_t { return equal(Longs::load(x + 8 * i), wanted); };
  std::uint64_t const low = part(0) | part(1) << 8 | part(2) << 16 | part(3) << 24;
  if (low != 0) return lowest_bit(low);
  return 32 + lowest_bit(part(4) | part(5) << 8 | part(6) << 16 | part(7) << 24);
#else
  int i = 0;
  while (x[i] != value) ++i;
  return i;
#endif
}

}  // namespace fairslot::inline FAIRSLOT_ISA::simd
