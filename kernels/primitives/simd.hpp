/// Sixty-four lanes at a time: the comparisons and searches of the inner loops, each with a plain
/// twin for other machines. The choice never changes a result.
#pragma once

#include <cstdint>

#include "kernels/macros.hpp"
#include "kernels/primitives/exact.hpp"

#if defined(__AVX512F__) && defined(__AVX512DQ__) && !defined(__CUDA_ARCH__)
#define FAIRSLOT_AVX512 1
#include <immintrin.h>
#else
#define FAIRSLOT_AVX512 0
#endif

namespace fairslot::simd {

/// Bit i: x[i] >= limit. x holds 64 values.
FAIRSLOT_FUNCTION inline std::uint64_t at_least(std::int32_t const* x, std::int32_t limit) {
#if FAIRSLOT_AVX512
  __m512i const bound = _mm512_set1_epi32(limit);
  auto const part = [&](int i) -> std::uint64_t {
    return _mm512_cmpge_epi32_mask(_mm512_loadu_si512(x + 16 * i), bound);
  };
  return part(0) | part(1) << 16 | part(2) << 32 | part(3) << 48;
#else
  std::uint64_t mask = 0;
  for (int i = 0; i < 64; ++i) mask |= static_cast<std::uint64_t>(x[i] >= limit) << i;
  return mask;
#endif
}

#if FAIRSLOT_AVX512
/// The least lane. Own, since GCC 12's reduce and unmasked minimum read undefined registers (PR
/// 105593).
inline __m512i lesser(__m512i a, __m512i b) { return _mm512_mask_min_epi64(a, 0xff, a, b); }
inline std::int64_t least_lane(__m512i x) {
  x = lesser(x, _mm512_maskz_permutexvar_epi64(0xff, _mm512_set_epi64(3, 2, 1, 0, 7, 6, 5, 4), x));
  x = lesser(x, _mm512_maskz_permutexvar_epi64(0xff, _mm512_set_epi64(5, 4, 7, 6, 1, 0, 3, 2), x));
  x = lesser(x, _mm512_maskz_permutexvar_epi64(0xff, _mm512_set_epi64(6, 7, 4, 5, 2, 3, 0, 1), x));
  return _mm_cvtsi128_si64(_mm512_castsi512_si128(x));
}
#endif

/// The least of 64 values.
FAIRSLOT_FUNCTION inline std::int64_t least(std::int64_t const* x) {
#if FAIRSLOT_AVX512
  auto const load = [&](int i) { return _mm512_loadu_si512(x + 8 * i); };
  __m512i const a = lesser(lesser(load(0), load(1)), lesser(load(2), load(3)));
  __m512i const b = lesser(lesser(load(4), load(5)), lesser(load(6), load(7)));
  return least_lane(lesser(a, b));
#else
  std::int64_t best = x[0];
  for (int i = 1; i < 64; ++i) best = x[i] < best ? x[i] : best;
  return best;
#endif
}

/// The least of the first n of 64 values; the values from n on are int64_max.
FAIRSLOT_FUNCTION inline std::int64_t least(std::int64_t const* x, int n) {
#if FAIRSLOT_AVX512
  __m512i best = _mm512_loadu_si512(x);
  for (int i = 8; i < n; i += 8) best = lesser(best, _mm512_loadu_si512(x + i));
  return least_lane(best);
#else
  std::int64_t best = x[0];
  for (int i = 1; i < n; ++i) best = x[i] < best ? x[i] : best;
  return best;
#endif
}

/// x[i] = value. Stores the whole vector around it: a wide load that follows a narrow store into
/// the same line has to wait for it.
FAIRSLOT_FUNCTION inline void store(std::int64_t* x, int i, std::int64_t value) {
#if FAIRSLOT_AVX512
  std::int64_t* const line = x + i / 8 * 8;
  auto const lane = static_cast<__mmask8>(1u << (i % 8));
  _mm512_storeu_si512(line, _mm512_mask_set1_epi64(_mm512_loadu_si512(line), lane, value));
#else
  x[i] = value;
#endif
}

/// The first of 64 values that equals `value`, which is among them.
FAIRSLOT_FUNCTION inline int first_equal(std::int64_t const* x, std::int64_t value) {
#if FAIRSLOT_AVX512
  __m512i const wanted = _mm512_set1_epi64(value);
  auto const part = [&](int i) -> std::uint64_t {
    return _mm512_cmpeq_epi64_mask(_mm512_loadu_si512(x + 8 * i), wanted);
  };
  std::uint64_t const low = part(0) | part(1) << 8 | part(2) << 16 | part(3) << 24;
  if (low != 0) return lowest_bit(low);
  return 32 + lowest_bit(part(4) | part(5) << 8 | part(6) << 16 | part(7) << 24);
#else
  int i = 0;
  while (x[i] != value) ++i;
  return i;
#endif
}

}  // namespace fairslot::simd
