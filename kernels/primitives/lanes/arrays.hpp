/// Lanes as arrays: what any compiler understands.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/primitives/exact.hpp"
#include "kernels/primitives/fixed.hpp"

#if FAIRSLOT_VECTORS == 0

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace lanes {

template <class Part>
FAIRSLOT_FUNCTION inline std::uint64_t of_eights(Part const& part) {
  std::uint64_t bits = 0;
  for (int i = 0; i < 8; ++i) bits |= std::uint64_t{part(i)} << 8 * i;
  return bits;
}
template <class Part>
FAIRSLOT_FUNCTION inline std::uint64_t of_sixteens(Part const& part) {
  std::uint64_t bits = 0;
  for (int i = 0; i < 4; ++i) bits |= std::uint64_t{part(i)} << 16 * i;
  return bits;
}

/// N numbers in an array.
template <class T, int N>
struct Array {
  static constexpr int size = N;
  using Mask = std::conditional_t<N <= 32, std::uint32_t, std::uint64_t>;  ///< bit i: lane i
  Fixed<T, N> v;

  FAIRSLOT_FUNCTION static constexpr Mask everywhere() {
    return static_cast<Mask>(~std::uint64_t{0} >> (64 - N));
  }
  FAIRSLOT_FUNCTION static Array load(T const* x) {
    return make([=](int i) { return x[i]; });
  }
  FAIRSLOT_FUNCTION static Array all(T x) {
    return make([=](int) { return x; });
  }
  template <int each>
  FAIRSLOT_FUNCTION static Array repeat(T const* x) {
    return make([=](int i) { return x[i / each]; });
  }
  FAIRSLOT_FUNCTION void store(T* x) const {
    for (int i = 0; i < N; ++i) x[i] = v[i];
  }
  FAIRSLOT_FUNCTION friend Array operator+(Array a, Array b) {
    return make([&](int i) { return static_cast<T>(a.v[i] + b.v[i]); });
  }
  FAIRSLOT_FUNCTION friend Array operator-(Array a, Array b) {
    return make([&](int i) { return static_cast<T>(a.v[i] - b.v[i]); });
  }
  FAIRSLOT_FUNCTION friend Array operator*(Array a, Array b) {
    return make([&](int i) { return a.v[i] * b.v[i]; });
  }
  FAIRSLOT_FUNCTION friend Array operator/(Array a, Array b) {
    return make([&](int i) { return a.v[i] / b.v[i]; });
  }
  FAIRSLOT_FUNCTION friend Array operator|(Array a, Array b) {
    return make([&](int i) { return a.v[i] | b.v[i]; });
  }
  FAIRSLOT_FUNCTION friend Array operator^(Array a, Array b) {
    return make([&](int i) { return a.v[i] ^ b.v[i]; });
  }
  FAIRSLOT_FUNCTION friend Array sqrt(Array a) {
    return make([&](int i) { return __builtin_sqrt(a.v[i]); });
  }
  FAIRSLOT_FUNCTION friend Array abs(Array a) {
    return make([&](int i) { return static_cast<T>(__builtin_fabs(a.v[i])); });
  }
  FAIRSLOT_FUNCTION friend Array distance(Array a, Array b) {
    return make(
        [&](int i) { return static_cast<T>(a.v[i] > b.v[i] ? a.v[i] - b.v[i] : b.v[i] - a.v[i]); });
  }
  FAIRSLOT_FUNCTION friend Array greater(Array a, Array b) {
    return make([&](int i) { return a.v[i] > b.v[i] ? a.v[i] : b.v[i]; });
  }
  FAIRSLOT_FUNCTION friend Array lesser(Array a, Array b) {
    return make([&](int i) { return a.v[i] < b.v[i] ? a.v[i] : b.v[i]; });
  }
  FAIRSLOT_FUNCTION friend auto less(Array a, Array b) {
    return mask([&](int i) { return a.v[i] < b.v[i]; });
  }
  FAIRSLOT_FUNCTION friend auto less_equal(Array a, Array b) {
    return mask([&](int i) { return a.v[i] <= b.v[i]; });
  }
  FAIRSLOT_FUNCTION friend auto at_least(Array a, Array b) {
    return mask([&](int i) { return a.v[i] >= b.v[i]; });
  }
  FAIRSLOT_FUNCTION friend std::uint32_t at_least(std::uint32_t among, Array a, Array b) {
    return among & at_least(a, b);
  }
  FAIRSLOT_FUNCTION friend auto equal(Array a, Array b) {
    return mask([&](int i) { return a.v[i] == b.v[i]; });
  }
  FAIRSLOT_FUNCTION friend auto overlap(Array a, Array b) {
    return mask([&](int i) { return (a.v[i] & b.v[i]) != 0; });
  }
  FAIRSLOT_FUNCTION friend Array select(std::uint32_t mask, Array a, Array b) {
    return make([&](int i) { return mask >> i & 1 ? a.v[i] : b.v[i]; });
  }
  FAIRSLOT_FUNCTION friend void store_close(std::uint32_t mask, Array a, T* x) {
    for (int i = 0; i < N; ++i)
      if (mask >> i & 1) *x++ = a.v[i];
  }
  FAIRSLOT_FUNCTION friend T least(Array a) {
    T best = a.v[0];
    for (int i = 1; i < N; ++i) best = a.v[i] < best ? a.v[i] : best;
    return best;
  }
  /// The least of them, in every lane.
  FAIRSLOT_FUNCTION friend Array all_least(Array a) { return all(least(a)); }
  FAIRSLOT_FUNCTION friend T first_of(Array a) { return a.v[0]; }
  /// Bits that any of them has.
  FAIRSLOT_FUNCTION friend T united(Array a) {
    T bits = a.v[0];
    for (int i = 1; i < N; ++i) bits |= a.v[i];
    return bits;
  }
  FAIRSLOT_FUNCTION friend T greatest(Array a) {
    T best = a.v[0];
    for (int i = 1; i < N; ++i) best = a.v[i] > best ? a.v[i] : best;
    return best;
  }

 private:
  template <class F>
  FAIRSLOT_FUNCTION static Array make(F f) {
    Array result;
    for (int i = 0; i < N; ++i) result.v[i] = f(i);
    return result;
  }
  template <class F>
  FAIRSLOT_FUNCTION static Mask mask(F f) {
    Mask bits = 0;
    for (int i = 0; i < N; ++i) bits |= static_cast<Mask>(f(i)) << i;
    return bits;
  }
};

using Doubles = Array<double, 8>;
using Longs = Array<std::int64_t, 8>;
using Ints = Array<std::int32_t, 16>;
using Floats = Array<float, 16>;
using Bytes = Array<std::uint8_t, 64>;
using Words = Array<std::uint16_t, 32>;

FAIRSLOT_FUNCTION inline Doubles load_doubles(std::int32_t const* x) {
  Doubles result;
  for (int i = 0; i < Doubles::size; ++i) result.v[i] = x[i];
  return result;
}
template <int step, class T>
FAIRSLOT_FUNCTION inline Doubles load_each(T const* x, std::uint32_t mask) {
  Doubles result;
  for (int i = 0; i < Doubles::size; ++i)
    result.v[i] = mask >> i & 1 ? static_cast<double>(x[i * step]) : 0.0;
  return result;
}
FAIRSLOT_FUNCTION inline Doubles to_doubles(Longs a) {
  Doubles result;
  for (int i = 0; i < Longs::size; ++i) result.v[i] = static_cast<double>(a.v[i]);
  return result;
}
FAIRSLOT_FUNCTION inline Longs bits_of(Doubles a) {
  Longs result;
  for (int i = 0; i < Longs::size; ++i)
    result.v[i] = static_cast<std::int64_t>(fairslot::bits_of(a.v[i]));
  return result;
}

template <class Lanes, class T>
FAIRSLOT_FUNCTION inline void store_one(T* x, int i, T value) {
  x[i] = value;
}

}  // namespace lanes
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot

#endif
