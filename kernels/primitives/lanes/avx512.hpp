/// Lanes as registers of AVX-512.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "kernels/primitives/exact.hpp"

#if FAIRSLOT_VECTORS == 512

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace lanes {

/// 8 doubles.
struct Doubles {
  static constexpr int size = 8;
  __m512d v;

  static Doubles load(double const* x) { return {_mm512_loadu_pd(x)}; }
  static Doubles all(double x) { return {_mm512_set1_pd(x)}; }
  void store(double* x) const { _mm512_storeu_pd(x, v); }
  friend Doubles operator+(Doubles a, Doubles b) { return {_mm512_add_pd(a.v, b.v)}; }
  friend Doubles operator-(Doubles a, Doubles b) { return {_mm512_sub_pd(a.v, b.v)}; }
  friend Doubles operator*(Doubles a, Doubles b) { return {_mm512_mul_pd(a.v, b.v)}; }
  friend Doubles operator/(Doubles a, Doubles b) { return {_mm512_div_pd(a.v, b.v)}; }
  friend Doubles abs(Doubles a) { return {_mm512_abs_pd(a.v)}; }
  friend Doubles sqrt(Doubles a) { return {_mm512_mask_sqrt_pd(a.v, 0xff, a.v)}; }
  friend Doubles greater(Doubles a, Doubles b) { return {_mm512_mask_max_pd(a.v, 0xff, a.v, b.v)}; }
  friend Doubles lesser(Doubles a, Doubles b) { return {_mm512_mask_min_pd(a.v, 0xff, a.v, b.v)}; }
  friend std::uint32_t less(Doubles a, Doubles b) {
    return _mm512_cmp_pd_mask(a.v, b.v, _CMP_LT_OQ);
  }
  friend std::uint32_t equal(Doubles a, Doubles b) {
    return _mm512_cmp_pd_mask(a.v, b.v, _CMP_EQ_OQ);
  }
  /// Lane i: a where bit i of the mask is set, else b.
  friend Doubles select(std::uint32_t mask, Doubles a, Doubles b) {
    return {_mm512_mask_mov_pd(b.v, static_cast<__mmask8>(mask), a.v)};
  }
  /// The least of them, in every lane.
  friend Doubles all_least(Doubles a) {
    a = lesser(a, {_mm512_maskz_shuffle_f64x2(0xff, a.v, a.v, 0x4e)});
    a = lesser(a, {_mm512_maskz_shuffle_f64x2(0xff, a.v, a.v, 0xb1)});
    return lesser(a, {_mm512_maskz_permute_pd(0xff, a.v, 0x55)});
  }
  friend double first_of(Doubles a) { return _mm512_cvtsd_f64(a.v); }
  friend double least(Doubles a) { return first_of(all_least(a)); }
};

/// 8 integers of 64 bits.
struct Longs {
  static constexpr int size = 8;
  __m512i v;

  static Longs load(std::int64_t const* x) { return {_mm512_loadu_si512(x)}; }
  static Longs all(std::int64_t x) { return {_mm512_set1_epi64(x)}; }
  void store(std::int64_t* x) const { _mm512_storeu_si512(x, v); }
  friend Longs operator+(Longs a, Longs b) { return {_mm512_add_epi64(a.v, b.v)}; }
  friend Longs operator-(Longs a, Longs b) { return {_mm512_sub_epi64(a.v, b.v)}; }
  friend Longs operator^(Longs a, Longs b) { return {_mm512_xor_si512(a.v, b.v)}; }
  // GCC 12's unmasked minimum reads an undefined register (PR 105593).
  friend Longs lesser(Longs a, Longs b) { return {_mm512_mask_min_epi64(a.v, 0xff, a.v, b.v)}; }
  /// The lesser in the lanes of the mask, a in others.
  friend Longs lesser(std::uint32_t mask, Longs a, Longs b) {
    return {_mm512_mask_min_epi64(a.v, static_cast<__mmask8>(mask), a.v, b.v)};
  }
  friend Longs greater(Longs a, Longs b) { return {_mm512_mask_max_epi64(a.v, 0xff, a.v, b.v)}; }
  friend std::uint32_t less(Longs a, Longs b) { return _mm512_cmplt_epi64_mask(a.v, b.v); }
  friend std::uint32_t equal(Longs a, Longs b) { return _mm512_cmpeq_epi64_mask(a.v, b.v); }
  /// Lanes with a bit in common.
  friend std::uint32_t overlap(Longs a, Longs b) { return _mm512_test_epi64_mask(a.v, b.v); }
  friend Longs select(std::uint32_t mask, Longs a, Longs b) {
    return {_mm512_mask_mov_epi64(b.v, static_cast<__mmask8>(mask), a.v)};
  }
  /// The lanes whose bits are set, close together from x on. The rest of x[0 .. 7] is anything.
  friend void store_close(std::uint32_t mask, Longs a, std::int64_t* x) {
    Longs{_mm512_maskz_compress_epi64(static_cast<__mmask8>(mask), a.v)}.store(x);
  }
  friend std::int64_t least(Longs a) {
    a = lesser(a, {_mm512_maskz_shuffle_i64x2(0xff, a.v, a.v, 0x4e)});
    a = lesser(a, {_mm512_maskz_shuffle_i64x2(0xff, a.v, a.v, 0xb1)});
    a = lesser(a, {_mm512_maskz_permutex_epi64(0xff, a.v, 0xb1)});
    return _mm_cvtsi128_si64(_mm512_castsi512_si128(a.v));
  }
};

inline Doubles to_doubles(Longs a) { return {_mm512_cvtepi64_pd(a.v)}; }
/// Of 8 integers of 32 bits.
inline Doubles load_doubles(std::int32_t const* x) {
  auto const* const at = reinterpret_cast<__m256i const*>(x);
  return {_mm512_maskz_cvtepi32_pd(0xff, _mm256_loadu_si256(at))};
}
inline Longs bits_of(Doubles a) { return {_mm512_castpd_si512(a.v)}; }
// Without optimisation these are macros, of GCC's, that convert the mask to char.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
template <int step>
inline __m512i steps() {
  return _mm512_set_epi64(7 * step, 6 * step, 5 * step, 4 * step, 3 * step, 2 * step, step, 0);
}
/// x[0], x[step], x[2 step] ... in the lanes of the mask, 0 in others, which are not read.
template <int step>
inline Doubles load_each(double const* x, std::uint32_t mask) {
  return {_mm512_mask_i64gather_pd(_mm512_setzero_pd(), static_cast<__mmask8>(mask), steps<step>(),
                                   x, sizeof *x)};
}
template <int step>
inline Doubles load_each(std::int64_t const* x, std::uint32_t mask) {
  return to_doubles(Longs{_mm512_mask_i64gather_epi64(
      _mm512_setzero_si512(), static_cast<__mmask8>(mask), steps<step>(), x, sizeof *x)});
}
#pragma GCC diagnostic pop

/// 16 integers of 32 bits.
struct Ints {
  static constexpr int size = 16;
  using Mask = std::uint32_t;
  __m512i v;

  static Mask everywhere() { return 0xffff; }
  static Ints load(std::int32_t const* x) { return {_mm512_loadu_si512(x)}; }
  static Ints all(std::int32_t x) { return {_mm512_set1_epi32(x)}; }
  void store(std::int32_t* x) const { _mm512_storeu_si512(x, v); }
  friend Ints operator|(Ints a, Ints b) { return {_mm512_or_si512(a.v, b.v)}; }
  friend Ints greater(Ints a, Ints b) { return {_mm512_mask_max_epi32(a.v, 0xffff, a.v, b.v)}; }
  friend Ints lesser(Ints a, Ints b) { return {_mm512_mask_min_epi32(a.v, 0xffff, a.v, b.v)}; }
  /// The lesser in the lanes of the mask, a in others.
  friend Ints lesser(std::uint32_t mask, Ints a, Ints b) {
    return {_mm512_mask_min_epi32(a.v, static_cast<__mmask16>(mask), a.v, b.v)};
  }
  friend std::uint32_t at_least(Ints a, Ints b) { return _mm512_cmpge_epi32_mask(a.v, b.v); }
  /// Of the lanes in the mask.
  friend std::uint32_t at_least(std::uint32_t mask, Ints a, Ints b) {
    return _mm512_mask_cmpge_epi32_mask(static_cast<__mmask16>(mask), a.v, b.v);
  }
  friend std::uint32_t equal(Ints a, Ints b) { return _mm512_cmpeq_epi32_mask(a.v, b.v); }
  /// Have they a bit in common?
  friend std::uint32_t overlap(Ints a, Ints b) { return _mm512_test_epi32_mask(a.v, b.v); }
  friend Ints select(std::uint32_t mask, Ints a, Ints b) {
    return {_mm512_mask_mov_epi32(b.v, static_cast<__mmask16>(mask), a.v)};
  }
  /// The lanes whose bits are set, close together from x on. The rest of x[0 .. 15] is anything.
  friend void store_close(std::uint32_t mask, Ints a, std::int32_t* x) {
    Ints{_mm512_maskz_compress_epi32(static_cast<__mmask16>(mask), a.v)}.store(x);
  }
  /// Bits that any of them has.
  friend std::int32_t united(Ints a) {
    a = a | Ints{_mm512_maskz_shuffle_i32x4(0xffff, a.v, a.v, 0x4e)};
    a = a | Ints{_mm512_maskz_shuffle_i32x4(0xffff, a.v, a.v, 0xb1)};
    a = a | Ints{_mm512_maskz_shuffle_epi32(0xffff, a.v, _MM_PERM_BADC)};
    a = a | Ints{_mm512_maskz_shuffle_epi32(0xffff, a.v, _MM_PERM_CDAB)};
    return _mm_cvtsi128_si32(_mm512_castsi512_si128(a.v));
  }
  friend std::int32_t greatest(Ints a) {
    a = greater(a, {_mm512_maskz_shuffle_i32x4(0xffff, a.v, a.v, 0x4e)});
    a = greater(a, {_mm512_maskz_shuffle_i32x4(0xffff, a.v, a.v, 0xb1)});
    a = greater(a, {_mm512_maskz_shuffle_epi32(0xffff, a.v, _MM_PERM_BADC)});
    a = greater(a, {_mm512_maskz_shuffle_epi32(0xffff, a.v, _MM_PERM_CDAB)});
    return _mm_cvtsi128_si32(_mm512_castsi512_si128(a.v));
  }
  /// The least of them, in every lane.
  friend Ints all_least(Ints a) {
    a = lesser(a, {_mm512_maskz_shuffle_i32x4(0xffff, a.v, a.v, 0x4e)});
    a = lesser(a, {_mm512_maskz_shuffle_i32x4(0xffff, a.v, a.v, 0xb1)});
    a = lesser(a, {_mm512_maskz_shuffle_epi32(0xffff, a.v, _MM_PERM_BADC)});
    return lesser(a, {_mm512_maskz_shuffle_epi32(0xffff, a.v, _MM_PERM_CDAB)});
  }
};

/// The upper or lower halves of 16 integers of 64 bits; the lower ones, which are unsigned, as
/// integers that order alike.
template <bool upper>
inline Ints halves(std::int64_t const* x) {
  __m512i const even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
  __m512i const places = upper ? _mm512_add_epi32(even, _mm512_set1_epi32(1)) : even;
  __m512i const half =
      _mm512_permutex2var_epi32(Longs::load(x).v, places, Longs::load(x + Longs::size).v);
  return {upper ? half : _mm512_xor_si512(half, _mm512_set1_epi32(static_cast<int>(0x80000000)))};
}

/// 16 floats: necessary tests only, rounded outward by whoever makes them.
struct Floats {
  static constexpr int size = 16;
  __m512 v;

  static Floats load(float const* x) { return {_mm512_loadu_ps(x)}; }
  static Floats all(float x) { return {_mm512_set1_ps(x)}; }
  void store(float* x) const { _mm512_storeu_ps(x, v); }
  friend Floats operator+(Floats a, Floats b) { return {_mm512_add_ps(a.v, b.v)}; }
  friend Floats operator-(Floats a, Floats b) { return {_mm512_sub_ps(a.v, b.v)}; }
  friend Floats greater(Floats a, Floats b) { return {_mm512_mask_max_ps(a.v, 0xffff, a.v, b.v)}; }
  friend Floats lesser(Floats a, Floats b) { return {_mm512_mask_min_ps(a.v, 0xffff, a.v, b.v)}; }
  friend std::uint32_t less_equal(Floats a, Floats b) {
    return _mm512_cmp_ps_mask(a.v, b.v, _CMP_LE_OQ);
  }
  friend Floats select(std::uint32_t mask, Floats a, Floats b) {
    return {_mm512_mask_mov_ps(b.v, static_cast<__mmask16>(mask), a.v)};
  }
  friend Floats abs(Floats a) { return {_mm512_abs_ps(a.v)}; }
  friend float least(Floats a) {
    a = lesser(a, {_mm512_maskz_shuffle_f32x4(0xffff, a.v, a.v, 0x4e)});
    a = lesser(a, {_mm512_maskz_shuffle_f32x4(0xffff, a.v, a.v, 0xb1)});
    a = lesser(a, {_mm512_maskz_permute_ps(0xffff, a.v, 0x4e)});
    a = lesser(a, {_mm512_maskz_permute_ps(0xffff, a.v, 0xb1)});
    return _mm512_cvtss_f32(a.v);
  }
  friend float greatest(Floats a) { return -least(Floats::all(-0.0f) - a); }
};

/// 64 bytes, unsigned.
struct Bytes {
  static constexpr int size = 64;
  __m512i v;

  static Bytes load(std::uint8_t const* x) { return {_mm512_loadu_si512(x)}; }
  static Bytes all(std::uint8_t x) { return {_mm512_set1_epi8(static_cast<char>(x))}; }
  void store(std::uint8_t* x) const { _mm512_storeu_si512(x, v); }
  /// x[0] `each` times, then x[1], and so on; x holds at least four.
  template <int each>
  static Bytes repeat(std::uint8_t const* x) {
    static_assert(each == 16 || each == 32);
    constexpr long long byte = 0x0101010101010101;
    constexpr int step = each / 16;  // sixteens of bytes
    constexpr long long b = byte * (1 / step), c = byte * (2 / step), d = byte * (3 / step);
    std::int32_t four;
    __builtin_memcpy(&four, x, sizeof four);
    return {_mm512_shuffle_epi8(_mm512_set1_epi32(four), _mm512_set_epi64(d, d, c, c, b, b, 0, 0))};
  }
  friend std::uint64_t at_least(Bytes a, Bytes b) { return _mm512_cmpge_epu8_mask(a.v, b.v); }
  friend std::uint64_t zeros(Bytes a) { return _mm512_testn_epi8_mask(a.v, a.v); }
  /// a + b, modulo 256, in the lanes of the mask.
  friend Bytes add(std::uint64_t mask, Bytes a, Bytes b) {
    return {_mm512_mask_add_epi8(a.v, mask, a.v, b.v)};
  }
};

/// 32 integers of 16 bits, unsigned.
struct Words {
  static constexpr int size = 32;
  __m512i v;

  static Words load(std::uint16_t const* x) { return {_mm512_loadu_si512(x)}; }
  static Words all(std::uint16_t x) { return {_mm512_set1_epi16(static_cast<short>(x))}; }
  void store(std::uint16_t* x) const { _mm512_storeu_si512(x, v); }
  friend Words operator+(Words a, Words b) { return {_mm512_add_epi16(a.v, b.v)}; }
  /// |a - b| of numbers below 2^15.
  friend Words distance(Words a, Words b) { return {_mm512_abs_epi16(_mm512_sub_epi16(a.v, b.v))}; }
  friend Words lesser(Words a, Words b) {
    return {_mm512_mask_min_epu16(a.v, 0xffffffff, a.v, b.v)};
  }
  friend std::uint32_t less_equal(Words a, Words b) { return _mm512_cmple_epu16_mask(a.v, b.v); }
  friend Words select(std::uint32_t mask, Words a, Words b) {
    return {_mm512_mask_mov_epi16(b.v, mask, a.v)};
  }
  friend std::uint16_t least(Words a) {
    __m256i const half =
        _mm256_min_epu16(_mm512_castsi512_si256(a.v), _mm512_extracti64x4_epi64(a.v, 1));
    __m128i const quarter =
        _mm_min_epu16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    return static_cast<std::uint16_t>(_mm_extract_epi16(_mm_minpos_epu16(quarter), 0));
  }
  friend std::uint16_t greatest(Words a) {
    Words const complement = {_mm512_xor_si512(a.v, _mm512_set1_epi16(-1))};
    return static_cast<std::uint16_t>(~least(complement));
  }
};

/// 64 bits of eight masks of 8 lanes, part(0) the lowest.
template <class Part>
inline std::uint64_t of_eights(Part const& part) {
  auto const eight = [&](int i) { return static_cast<__mmask16>(part(i)); };
  auto const two = [&](int i) { return _mm512_kunpackb(eight(i + 1), eight(i)); };
  auto const four = [&](int i) { return _mm512_kunpackw(two(i + 2), two(i)); };
  return _mm512_kunpackd(four(4), four(0));
}
/// Of four masks of 16 lanes.
template <class Part>
inline std::uint64_t of_sixteens(Part const& part) {
  auto const two = [&](int i) { return _mm512_kunpackw(part(i + 1), part(i)); };
  return _mm512_kunpackd(two(2), two(0));
}

/// The least of those of 64 values for which there is a bit, int64_max if none.
inline std::int64_t least_of(std::int64_t const* x, std::uint64_t present) {
  auto const pair = [=](int i) {
    Longs const one = lesser(present >> i & 0xff, Longs::all(int64_max), Longs::load(x + i));
    return lesser(present >> (i + 8) & 0xff, one, Longs::load(x + i + 8));
  };
  return least(lesser(lesser(pair(0), pair(16)), lesser(pair(32), pair(48))));
}

/// Those of the bits, there are some, for which a half of 64 values is least. `halves`: of 16.
template <class Halves>
inline std::uint64_t least_by(Halves const& halves, std::int64_t const* x, std::uint64_t bits) {
  constexpr std::int32_t most = 0x7fffffff;
  Ints half[4], least = Ints::all(most);
  for (int i = 0; i < 4; ++i) {
    half[i] = halves(x + Ints::size * i);
    least = lesser(bits >> Ints::size * i & 0xffff, least, half[i]);
  }
  least = all_least(least);
  return bits & of_sixteens([&](int part) { return equal(half[part], least); });
}

/// The first least of those of 64 values for which there is a bit: there is one, and all of these
/// are below int64_max.
inline int first_least(std::int64_t const* x, std::uint64_t present) {
  std::uint64_t least = least_by([](auto at) { return halves<true>(at); }, x, present);
  if ((least & (least - 1)) != 0)
    least = least_by([](auto at) { return halves<false>(at); }, x, least);
  return lowest_bit(least);
}

/// Bit i: x[i] has bit `bit`, of the first n of 64 words; those behind are 0.
inline std::uint64_t column(std::uint64_t const* x, int n, int bit) {
  Longs const wanted = Longs::all(static_cast<std::int64_t>(std::uint64_t{1} << bit));
  auto const part = [=](int i) -> std::uint64_t {
    return overlap(Longs::load(reinterpret_cast<std::int64_t const*>(x) + i), wanted);
  };
  std::uint64_t mask = 0;
  for (int i = 0; i < n; i += 4 * Longs::size)
    mask |= (part(i) | part(i + 8) << 8 | part(i + 16) << 16 | part(i + 24) << 24) << i;
  return mask;
}

/// x[i] = value. Stores the whole register around it: a wide load that follows a narrow store into
/// the same line has to wait for it.
template <class Lanes, class T>
inline void store_one(T* x, int i, T value) {
  T* const line = x + i / Lanes::size * Lanes::size;
  select(1u << (i % Lanes::size), Lanes::all(value), Lanes::load(line)).store(line);
}

}  // namespace lanes
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot

#endif
