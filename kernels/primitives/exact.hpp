/// Integer and floating-point sums whose result is fixed to the bit.
#pragma once

#include <cstdint>

#include "kernels/macros.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

inline constexpr std::int64_t int64_max = 0x7fffffffffffffff;

/// Resources of any number of tasks, or over any number of slots.
using Amount = unsigned __int128;

FAIRSLOT_FUNCTION inline double to_double(Amount amount) {
  constexpr double word = 18446744073709551616.0;
  return static_cast<double>(static_cast<std::uint64_t>(amount >> 64)) * word +
         static_cast<double>(static_cast<std::uint64_t>(amount));
}

/// sum += a*n for non-negative values; false (and sum as it was) where that passes 2^63-1.
[[nodiscard]] FAIRSLOT_FUNCTION inline bool add_product(std::int64_t& sum, std::int64_t a,
                                                        std::int64_t n) {
  auto const wide = static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(n) +
                    static_cast<unsigned __int128>(sum);
  if (wide > static_cast<unsigned __int128>(int64_max)) return false;
  sum = static_cast<std::int64_t>(wide);
  return true;
}

// Builtins rather than <bit>: a variant for more instructions may not leave functions of the
// library behind that others share.
#if defined(__CUDA_ARCH__)
FAIRSLOT_FUNCTION inline std::uint64_t bits_of(double x) { return __double_as_longlong(x); }
FAIRSLOT_FUNCTION inline double double_of(std::uint64_t bits) { return __longlong_as_double(bits); }
FAIRSLOT_FUNCTION inline int lowest_bit(std::uint64_t x) {
  return __ffsll(static_cast<long long>(x)) - 1;
}
FAIRSLOT_FUNCTION inline int highest_bit(std::uint64_t x) {
  return 63 - __clzll(static_cast<long long>(x));
}
FAIRSLOT_FUNCTION inline std::uint64_t bits_set(std::uint64_t x) { return __popcll(x); }
#else
FAIRSLOT_FUNCTION inline std::uint64_t bits_of(double x) {
  return __builtin_bit_cast(std::uint64_t, x);
}
FAIRSLOT_FUNCTION inline double double_of(std::uint64_t bits) {
  return __builtin_bit_cast(double, bits);
}
FAIRSLOT_FUNCTION inline int lowest_bit(std::uint64_t x) { return __builtin_ctzll(x); }
FAIRSLOT_FUNCTION inline int highest_bit(std::uint64_t x) { return 63 - __builtin_clzll(x); }
FAIRSLOT_FUNCTION inline std::uint64_t bits_set(std::uint64_t x) {
  return static_cast<std::uint64_t>(__builtin_popcountll(x));
}
#endif

/// Those of the bits i with f(i).
template <class F>
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline std::uint64_t bits_with(std::uint64_t bits, F const& f) {
  std::uint64_t with = bits;
  for (; bits != 0; bits &= bits - 1)
    if (int const i = lowest_bit(bits); !f(i)) with &= ~(std::uint64_t{1} << i);
  return with;
}

/// a where the condition holds, else b: without a branch, for what cannot be foreseen.
FAIRSLOT_FUNCTION inline std::int32_t choose(bool condition, std::int32_t a, std::int32_t b) {
  return b ^ ((a ^ b) & -static_cast<std::int32_t>(condition));
}

FAIRSLOT_FUNCTION inline void prefetch(void const* at) {
#if !defined(__CUDA_ARCH__)
  __builtin_prefetch(at);
  __builtin_prefetch(static_cast<char const*>(at) + 64);
#endif
}

/// A share as an integer that orders as the share does.
FAIRSLOT_FUNCTION inline std::int64_t ordered(double share) {
  auto const bits = static_cast<std::int64_t>(bits_of(share + 0.0));  // -0.0 becomes 0.0
  return bits < 0 ? bits ^ int64_max : bits;
}

/// The share that is ordered() so.
FAIRSLOT_FUNCTION inline double score_of(std::int64_t ordered) {
  return double_of(static_cast<std::uint64_t>(ordered < 0 ? ordered ^ int64_max : ordered));
}

/// What n times `x = once(x)` leaves in x, without doing it one by one; once() adds a number, or
/// positive numbers one after the other. Inside a binade every time after the first adds the same
/// multiple of the unit in the last place: where it meets a tie, the second one begins with the
/// same last digit as all that follow.
template <class Once>
FAIRSLOT_FUNCTION inline double repeat(double x, std::int64_t n, Once const& add) {
  constexpr std::uint64_t digits = (std::uint64_t{1} << 52) - 1;  // others: sign and binade
  while (n > 0) {
    double const once = add(x);
    --n;
    if (once == x) return x;
    x = once;
    if (n < 8) continue;
    double const twice = add(once);
    if (((bits_of(once) ^ bits_of(twice)) & ~digits) != 0) continue;
    double const thrice = add(twice);
    if (((bits_of(twice) ^ bits_of(thrice)) & ~digits) != 0) continue;
    if (thrice == twice) return n >= 1 ? twice : once;
    // From `twice` to the end of the binade, in units of the last place. Downwards its first number
    // stays out: what is rounded to it may lie below, where units are finer.
    auto const unit = static_cast<std::int64_t>(bits_of(thrice) - bits_of(twice));
    auto const at = static_cast<std::int64_t>(bits_of(twice) & digits);
    std::int64_t const room = unit > 0 ? static_cast<std::int64_t>(digits) - at : 1 - at;
    std::int64_t steps = room / unit;
    if (steps > n - 1) steps = n - 1;
    x = double_of(bits_of(twice) + static_cast<std::uint64_t>(steps * unit));
    n -= 1 + steps;
  }
  return x;
}

/// What n additions `x += c` leave in x.
FAIRSLOT_FUNCTION inline double repeat_add(double x, double c, std::int64_t n) {
  return repeat(x, n, [=](double sum) { return sum + c; });
}

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
