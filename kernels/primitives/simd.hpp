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

/// Bit i: x[i] <= limit. x holds 64 values.
FAIRSLOT_FUNCTION inline std::uint64_t at_most(std::int32_t const* x, std::int32_t limit) {
#if FAIRSLOT_AVX512
  __m512i const bound = _mm512_set1_epi32(limit);
  auto const part = [&](int i) -> std::uint64_t {
    return _mm512_cmple_epi32_mask(_mm512_loadu_si512(x + 16 * i), bound);
  };
  return part(0) | part(1) << 16 | part(2) << 32 | part(3) << 48;
#else
  std::uint64_t mask = 0;
  for (int i = 0; i < 64; ++i) mask |= static_cast<std::uint64_t>(x[i] <= limit) << i;
  return mask;
#endif
}

/// The least of 64 values.
FAIRSLOT_FUNCTION inline std::int64_t least(std::int64_t const* x) {
#if FAIRSLOT_AVX512
  auto const load = [&](int i) { return _mm512_loadu_si512(x + 8 * i); };
  __m512i const a = _mm512_min_epi64(_mm512_min_epi64(load(0), load(1)),
                                     _mm512_min_epi64(load(2), load(3)));
  __m512i const b = _mm512_min_epi64(_mm512_min_epi64(load(4), load(5)),
                                     _mm512_min_epi64(load(6), load(7)));
  return _mm512_reduce_min_epi64(_mm512_min_epi64(a, b));
#else
  std::int64_t best = x[0];
  for (int i = 1; i < 64; ++i) best = x[i] < best ? x[i] : best;
  return best;
#endif
}

/// The first of 64 values that equals `value`, which is among them.
FAIRSLOT_FUNCTION inline int first_equal(std::int64_t const* x, std::int64_t value) {
#if FAIRSLOT_AVX512
  __m512i const wanted = _mm512_set1_epi64(value);
  std::uint64_t mask = 0;
  for (int i = 0; i < 8; ++i)
    mask |= static_cast<std::uint64_t>(
                _mm512_cmpeq_epi64_mask(_mm512_loadu_si512(x + 8 * i), wanted))
            << (8 * i);
  return lowest_bit(mask);
#else
  int i = 0;
  while (x[i] != value) ++i;
  return i;
#endif
}

}  // namespace fairslot::simd
