/// Several numbers side by side: registers of the processor, or arrays of equal length where a
/// translation unit is compiled without them. The only folder with intrinsics is lanes/, but for
/// one here. Masks hold a bit a lane, lane 0 the lowest; all forms give the same bits.
#pragma once

#include <cstdint>

#include "kernels/primitives/exact.hpp"

#if FAIRSLOT_VECTORS == 512
#include "kernels/primitives/lanes/avx512.hpp"
#elif FAIRSLOT_VECTORS == 256
#include "kernels/primitives/lanes/avx2.hpp"
#else
#include "kernels/primitives/lanes/arrays.hpp"
#endif

#if defined(__BMI2__) && !defined(__CUDACC__)
#include <immintrin.h>
#endif

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace lanes {

/// The bits of `word` at the set bits of `mask`, close together.
FAIRSLOT_FUNCTION inline std::uint64_t gather_bits(std::uint64_t word, std::uint64_t mask) {
#if defined(__BMI2__) && !defined(__CUDACC__)
  return _pext_u64(word, mask);
#else
  std::uint64_t bits = 0;
  for (int i = 0; mask != 0; mask &= mask - 1, ++i)
    bits |= static_cast<std::uint64_t>((word & (mask & (~mask + 1))) != 0) << i;
  return bits;
#endif
}

// What is written for one number or for several takes these.
FAIRSLOT_FUNCTION inline double abs(double a) { return __builtin_fabs(a); }
FAIRSLOT_FUNCTION inline double sqrt(double a) { return __builtin_sqrt(a); }
FAIRSLOT_FUNCTION inline double greater(double a, double b) { return a > b ? a : b; }
/// x where a < b, else y
FAIRSLOT_FUNCTION inline double where_less(double a, double b, double x, double y) {
  return a < b ? x : y;
}
FAIRSLOT_FUNCTION inline Doubles where_less(Doubles a, Doubles b, Doubles x, Doubles y) {
  return select(static_cast<std::uint32_t>(less(a, b)), x, y);
}
template <class Number>
FAIRSLOT_FUNCTION inline Number all(double x) {
  if constexpr (sizeof(Number) == sizeof(double))
    return x;
  else
    return Number::all(x);
}

}  // namespace lanes
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
