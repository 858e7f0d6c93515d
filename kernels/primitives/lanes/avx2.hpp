/// Lanes as pairs of registers of AVX2: lane i is the first one's, lane size/2 + i the second
/// one's.
#pragma once

#include <immintrin.h>

#include <cstdint>
#include <type_traits>

#include "kernels/primitives/exact.hpp"

#if FAIRSLOT_VECTORS == 256

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace lanes {

/// The two halves of what an AVX-512 register holds: f(0), f(1).
template <class Vector, class F>
inline Vector of_halves(F const& f) {
  return {{f(0), f(1)}};
}

/// Bits of two masks of `bits` lanes each.
template <int bits, class F>
inline auto mask_of_halves(F const& f) {
  using Mask = std::conditional_t<bits <= 16, std::uint32_t, std::uint64_t>;
  return static_cast<Mask>(static_cast<Mask>(f(0)) | static_cast<Mask>(f(1)) << bits);
}

/// All bits of the lanes whose bits are set in half `i` of a mask, of 4, 8, 16 and 32 lanes.
inline __m256i longs_of(std::uint32_t mask, int i) {
  __m256i const bit = _mm256_set_epi64x(8, 4, 2, 1);
  __m256i const bits = _mm256_set1_epi64x(mask >> 4 * i);
  return _mm256_cmpeq_epi64(_mm256_and_si256(bits, bit), bit);
}
inline __m256i ints_of(std::uint32_t mask, int i) {
  __m256i const bit = _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
  __m256i const bits = _mm256_set1_epi32(static_cast<int>(mask >> 8 * i));
  return _mm256_cmpeq_epi32(_mm256_and_si256(bits, bit), bit);
}
inline __m256i words_of(std::uint32_t mask, int i) {
  __m256i const bit = _mm256_set_epi16(-0x8000, 0x4000, 0x2000, 0x1000, 0x800, 0x400, 0x200, 0x100,
                                       128, 64, 32, 16, 8, 4, 2, 1);
  __m256i const bits = _mm256_set1_epi16(static_cast<short>(mask >> 16 * i));
  return _mm256_cmpeq_epi16(_mm256_and_si256(bits, bit), bit);
}
inline __m256i bytes_of(std::uint64_t mask, int i) {
  constexpr long long each = 0x0101010101010101;
  __m256i const bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201));
  __m256i const bits = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(mask >> 32 * i)),
                                           _mm256_set_epi64x(3 * each, 2 * each, each, 0));
  return _mm256_cmpeq_epi8(_mm256_and_si256(bits, bit), bit);
}

/// Of 4, 8, 16 and 32 lanes: the bit of each that is all ones.
inline std::uint32_t bits_of_longs(__m256i a) {
  return static_cast<std::uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(a)));
}
inline std::uint32_t bits_of_ints(__m256i a) {
  return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(a)));
}
inline std::uint32_t bits_of_words(__m256i a) {
  __m128i const close = _mm_packs_epi16(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(close));
}
inline std::uint32_t bits_of_bytes(__m256i a) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(a));
}

inline __m256i load_half(void const* x, int i) {
  return _mm256_loadu_si256(static_cast<__m256i const*>(x) + i);
}
inline void store_half(void* x, int i, __m256i v) {
  _mm256_storeu_si256(static_cast<__m256i*>(x) + i, v);
}

/// 8 doubles.
struct Doubles {
  static constexpr int size = 8;
  __m256d v[2];

  static Doubles load(double const* x) {
    return of([=](int i) { return _mm256_loadu_pd(x + 4 * i); });
  }
  static Doubles all(double x) {
    return of([=](int) { return _mm256_set1_pd(x); });
  }
  void store(double* x) const {
    for (int i = 0; i < 2; ++i) _mm256_storeu_pd(x + 4 * i, v[i]);
  }
  friend Doubles operator+(Doubles a, Doubles b) {
    return of([&](int i) { return _mm256_add_pd(a.v[i], b.v[i]); });
  }
  friend Doubles operator-(Doubles a, Doubles b) {
    return of([&](int i) { return _mm256_sub_pd(a.v[i], b.v[i]); });
  }
  friend Doubles operator*(Doubles a, Doubles b) {
    return of([&](int i) { return _mm256_mul_pd(a.v[i], b.v[i]); });
  }
  friend Doubles operator/(Doubles a, Doubles b) {
    return of([&](int i) { return _mm256_div_pd(a.v[i], b.v[i]); });
  }
  friend Doubles abs(Doubles a) {
    return of([&](int i) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a.v[i]); });
  }
  friend Doubles sqrt(Doubles a) {
    return of([&](int i) { return _mm256_sqrt_pd(a.v[i]); });
  }
  friend Doubles greater(Doubles a, Doubles b) {
    return of([&](int i) { return _mm256_max_pd(a.v[i], b.v[i]); });
  }
  friend Doubles lesser(Doubles a, Doubles b) {
    return of([&](int i) { return _mm256_min_pd(a.v[i], b.v[i]); });
  }
  friend std::uint32_t less(Doubles a, Doubles b) {
    return mask_of_halves<4>(
        [&](int i) { return _mm256_movemask_pd(_mm256_cmp_pd(a.v[i], b.v[i], _CMP_LT_OQ)); });
  }
  friend std::uint32_t equal(Doubles a, Doubles b) {
    return mask_of_halves<4>(
        [&](int i) { return _mm256_movemask_pd(_mm256_cmp_pd(a.v[i], b.v[i], _CMP_EQ_OQ)); });
  }
  /// Lane i: a where bit i of the mask is set, else b.
  friend Doubles select(std::uint32_t mask, Doubles a, Doubles b) {
    return of([&](int i) {
      return _mm256_blendv_pd(b.v[i], a.v[i], _mm256_castsi256_pd(longs_of(mask, i)));
    });
  }
  /// The least of them, in every lane.
  friend Doubles all_least(Doubles a) {
    __m256d const four = _mm256_min_pd(a.v[0], a.v[1]);
    __m256d const two = _mm256_min_pd(four, _mm256_permute2f128_pd(four, four, 1));
    __m256d const one = _mm256_min_pd(two, _mm256_permute_pd(two, 5));
    return {{one, one}};
  }
  friend double first_of(Doubles a) { return _mm256_cvtsd_f64(a.v[0]); }
  friend double least(Doubles a) { return first_of(all_least(a)); }

 private:
  template <class F>
  static Doubles of(F const& f) {
    return of_halves<Doubles>(f);
  }
};

/// 8 integers of 64 bits.
struct Longs {
  static constexpr int size = 8;
  __m256i v[2];

  static Longs load(std::int64_t const* x) {
    return of([=](int i) { return load_half(x, i); });
  }
  static Longs all(std::int64_t x) {
    return of([=](int) { return _mm256_set1_epi64x(x); });
  }
  void store(std::int64_t* x) const {
    for (int i = 0; i < 2; ++i) store_half(x, i, v[i]);
  }
  friend Longs operator+(Longs a, Longs b) {
    return of([&](int i) { return _mm256_add_epi64(a.v[i], b.v[i]); });
  }
  friend Longs operator-(Longs a, Longs b) {
    return of([&](int i) { return _mm256_sub_epi64(a.v[i], b.v[i]); });
  }
  friend Longs operator^(Longs a, Longs b) {
    return of([&](int i) { return _mm256_xor_si256(a.v[i], b.v[i]); });
  }
  friend Longs lesser(Longs a, Longs b) {
    return of([&](int i) { return chosen(_mm256_cmpgt_epi64(a.v[i], b.v[i]), b.v[i], a.v[i]); });
  }
  /// The lesser in the lanes of the mask, a in others.
  friend Longs lesser(std::uint32_t mask, Longs a, Longs b) {
    return of([&](int i) {
      __m256i const less = _mm256_cmpgt_epi64(a.v[i], b.v[i]);
      return chosen(_mm256_and_si256(less, longs_of(mask, i)), b.v[i], a.v[i]);
    });
  }
  friend Longs greater(Longs a, Longs b) {
    return of([&](int i) { return chosen(_mm256_cmpgt_epi64(a.v[i], b.v[i]), a.v[i], b.v[i]); });
  }
  friend std::uint32_t less(Longs a, Longs b) {
    return mask_of_halves<4>(
        [&](int i) { return bits_of_longs(_mm256_cmpgt_epi64(b.v[i], a.v[i])); });
  }
  friend std::uint32_t equal(Longs a, Longs b) {
    return mask_of_halves<4>(
        [&](int i) { return bits_of_longs(_mm256_cmpeq_epi64(a.v[i], b.v[i])); });
  }
  /// Lanes with a bit in common.
  friend std::uint32_t overlap(Longs a, Longs b) {
    return 0xff ^ mask_of_halves<4>([&](int i) {
             __m256i const both = _mm256_and_si256(a.v[i], b.v[i]);
             return bits_of_longs(_mm256_cmpeq_epi64(both, _mm256_setzero_si256()));
           });
  }
  friend Longs select(std::uint32_t mask, Longs a, Longs b) {
    return of([&](int i) { return chosen(longs_of(mask, i), a.v[i], b.v[i]); });
  }
  friend std::int64_t least(Longs a) {
    a = lesser(a, {{a.v[1], a.v[1]}});
    a = lesser(a, {{_mm256_permute4x64_epi64(a.v[0], 0x4e), a.v[1]}});
    a = lesser(a, {{_mm256_shuffle_epi32(a.v[0], 0x4e), a.v[1]}});
    return _mm_cvtsi128_si64(_mm256_castsi256_si128(a.v[0]));
  }

 private:
  template <class F>
  static Longs of(F const& f) {
    return of_halves<Longs>(f);
  }
  static __m256i chosen(__m256i lanes, __m256i a, __m256i b) {
    return _mm256_blendv_epi8(b, a, lanes);
  }
};

/// Those of four numbers of 64 bits whose bits are set, close together: where each half of the
/// register comes from, and how many there are.
struct Close {
  std::int32_t from[16][8];
};
inline constexpr Close close_longs = [] {
  Close close{};
  for (int mask = 0; mask < 16; ++mask) {
    int n = 0;
    for (int i = 0; i < 4; ++i)
      if (mask >> i & 1) {
        close.from[mask][2 * n] = 2 * i;
        close.from[mask][2 * n + 1] = 2 * i + 1;
        ++n;
      }
  }
  return close;
}();

/// The lanes whose bits are set, close together from x on. The rest of x[0 .. 7] is anything.
inline void store_close(std::uint32_t mask, Longs a, std::int64_t* x) {
  for (int i = 0; i < 2; ++i) {
    std::uint32_t const half = mask >> 4 * i & 15;
    __m256i const from = load_half(close_longs.from[half], 0);
    store_half(x, 0, _mm256_permutevar8x32_epi32(a.v[i], from));
    x += bits_set(half);
  }
}

/// Rounded once: the upper 16 bits and the lower 48 are exact, and so is their difference to
/// 3*2^67 and 2^52, which bring them to their places.
inline Doubles to_doubles(Longs a) {
  return of_halves<Doubles>([&](int i) {
    __m256i const upper =
        _mm256_blend_epi16(_mm256_srai_epi32(a.v[i], 16), _mm256_setzero_si256(), 0x33);
    __m256i const lower =
        _mm256_blend_epi16(a.v[i], _mm256_castpd_si256(_mm256_set1_pd(0x1p52)), 0x88);
    __m256i const placed = _mm256_add_epi64(upper, _mm256_castpd_si256(_mm256_set1_pd(0x3p67)));
    __m256d const high =
        _mm256_sub_pd(_mm256_castsi256_pd(placed), _mm256_set1_pd(0x3p67 + 0x1p52));
    return _mm256_add_pd(high, _mm256_castsi256_pd(lower));
  });
}
/// Of 8 integers of 32 bits.
inline Doubles load_doubles(std::int32_t const* x) {
  return of_halves<Doubles>([=](int i) {
    return _mm256_cvtepi32_pd(_mm_loadu_si128(reinterpret_cast<__m128i const*>(x) + i));
  });
}
inline Longs bits_of(Doubles a) {
  return of_halves<Longs>([&](int i) { return _mm256_castpd_si256(a.v[i]); });
}
/// x[0], x[step], x[2 step] ...
template <int step>
inline Doubles load_each(double const* x) {
  return of_halves<Doubles>([=](int i) {
    double const* const at = x + 4 * step * i;
    return _mm256_set_pd(at[3 * step], at[2 * step], at[step], at[0]);
  });
}
template <int step>
inline Doubles load_each(std::int64_t const* x) {
  return to_doubles(of_halves<Longs>([=](int i) {
    std::int64_t const* const at = x + 4 * step * i;
    return _mm256_set_epi64x(at[3 * step], at[2 * step], at[step], at[0]);
  }));
}
/// The same in the lanes of the mask, 0 in others, which are not read.
template <int step, class T>
inline Doubles load_each(T const* x, std::uint32_t mask) {
  if (mask == 0xff) return load_each<step>(x);
  double lane[Doubles::size];
  for (int i = 0; i < Doubles::size; ++i)
    lane[i] = mask >> i & 1 ? static_cast<double>(x[i * step]) : 0.0;
  return Doubles::load(lane);
}

/// 16 integers of 32 bits.
struct Ints {
  static constexpr int size = 16;
  __m256i v[2];

  static Ints load(std::int32_t const* x) {
    return of([=](int i) { return load_half(x, i); });
  }
  static Ints all(std::int32_t x) {
    return of([=](int) { return _mm256_set1_epi32(x); });
  }
  void store(std::int32_t* x) const {
    for (int i = 0; i < 2; ++i) store_half(x, i, v[i]);
  }
  friend Ints operator|(Ints a, Ints b) {
    return of([&](int i) { return _mm256_or_si256(a.v[i], b.v[i]); });
  }
  friend Ints greater(Ints a, Ints b) {
    return of([&](int i) { return _mm256_max_epi32(a.v[i], b.v[i]); });
  }
  friend Ints lesser(Ints a, Ints b) {
    return of([&](int i) { return _mm256_min_epi32(a.v[i], b.v[i]); });
  }
  /// Lanes that are all ones or zeros. Bits of one mask are dear: of_sixteens() makes those of
  /// four.
  struct Mask {
    __m256i v[2];

    operator std::uint32_t() const {
      return mask_of_halves<8>([&](int i) { return bits_of_ints(v[i]); });
    }
    friend Mask operator&(Mask a, Mask b) {
      return of_halves<Mask>([&](int i) { return _mm256_and_si256(a.v[i], b.v[i]); });
    }
    /// Those of a that are not in b.
    friend Mask without(Mask a, Mask b) {
      return of_halves<Mask>([&](int i) { return _mm256_andnot_si256(b.v[i], a.v[i]); });
    }
  };
  static Mask everywhere() {
    return of_halves<Mask>([](int) { return _mm256_set1_epi32(-1); });
  }
  friend Mask greater_than(Ints a, Ints b) {
    return of_halves<Mask>([&](int i) { return _mm256_cmpgt_epi32(a.v[i], b.v[i]); });
  }
  friend Mask at_least(Ints a, Ints b) { return at_least(everywhere(), a, b); }
  /// Of the lanes in the mask.
  friend Mask at_least(Mask mask, Ints a, Ints b) { return without(mask, greater_than(b, a)); }
  friend std::uint32_t at_least(std::uint32_t mask, Ints a, Ints b) {
    return mask & std::uint32_t{at_least(a, b)};
  }
  friend Mask equal(Ints a, Ints b) {
    return of_halves<Mask>([&](int i) { return _mm256_cmpeq_epi32(a.v[i], b.v[i]); });
  }
  /// Have they a bit in common?
  friend Mask overlap(Ints a, Ints b) {
    Ints const both = of([&](int i) { return _mm256_and_si256(a.v[i], b.v[i]); });
    return without(everywhere(), equal(both, all(0)));
  }
  friend Ints select(std::uint32_t mask, Ints a, Ints b) {
    return of([&](int i) { return _mm256_blendv_epi8(b.v[i], a.v[i], ints_of(mask, i)); });
  }
  /// Bits that any of them has.
  friend std::int32_t united(Ints a) {
    return of_all(a, [](__m128i x, __m128i y) { return _mm_or_si128(x, y); });
  }
  friend std::int32_t greatest(Ints a) {
    return of_all(a, [](__m128i x, __m128i y) { return _mm_max_epi32(x, y); });
  }

 private:
  template <class F>
  static Ints of(F const& f) {
    return of_halves<Ints>(f);
  }
  template <class F>
  static std::int32_t of_all(Ints const& a, F const& f) {
    __m128i const lower = f(_mm256_castsi256_si128(a.v[0]), _mm256_castsi256_si128(a.v[1]));
    __m128i const upper =
        f(_mm256_extracti128_si256(a.v[0], 1), _mm256_extracti128_si256(a.v[1], 1));
    __m128i const four = f(lower, upper);
    __m128i const two = f(four, _mm_shuffle_epi32(four, 0x4e));
    return _mm_cvtsi128_si32(f(two, _mm_shuffle_epi32(two, 0xb1)));
  }
};

/// The lanes whose bits are set, close together from x on. The rest of x[0 .. 15] is anything.
inline void store_close(std::uint32_t mask, Ints a, std::int32_t* x) {
  std::int32_t lane[Ints::size];
  a.store(lane);
  for (; mask != 0; mask &= mask - 1) *x++ = lane[lowest_bit(std::uint64_t{mask})];
}

/// 16 floats: necessary tests only, rounded outward by whoever makes them.
struct Floats {
  static constexpr int size = 16;
  __m256 v[2];

  static Floats load(float const* x) {
    return of([=](int i) { return _mm256_loadu_ps(x + 8 * i); });
  }
  static Floats all(float x) {
    return of([=](int) { return _mm256_set1_ps(x); });
  }
  void store(float* x) const {
    for (int i = 0; i < 2; ++i) _mm256_storeu_ps(x + 8 * i, v[i]);
  }
  friend Floats operator+(Floats a, Floats b) {
    return of([&](int i) { return _mm256_add_ps(a.v[i], b.v[i]); });
  }
  friend Floats operator-(Floats a, Floats b) {
    return of([&](int i) { return _mm256_sub_ps(a.v[i], b.v[i]); });
  }
  friend Floats greater(Floats a, Floats b) {
    return of([&](int i) { return _mm256_max_ps(a.v[i], b.v[i]); });
  }
  friend Floats lesser(Floats a, Floats b) {
    return of([&](int i) { return _mm256_min_ps(a.v[i], b.v[i]); });
  }
  friend std::uint32_t less_equal(Floats a, Floats b) {
    return mask_of_halves<8>(
        [&](int i) { return _mm256_movemask_ps(_mm256_cmp_ps(a.v[i], b.v[i], _CMP_LE_OQ)); });
  }
  friend Floats select(std::uint32_t mask, Floats a, Floats b) {
    return of([&](int i) {
      return _mm256_blendv_ps(b.v[i], a.v[i], _mm256_castsi256_ps(ints_of(mask, i)));
    });
  }
  friend Floats abs(Floats a) {
    return of([&](int i) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a.v[i]); });
  }
  friend float least(Floats a) {
    __m256 const eight = _mm256_min_ps(a.v[0], a.v[1]);
    __m128 const four = _mm_min_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    __m128 const two = _mm_min_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_min_ss(two, _mm_movehdup_ps(two)));
  }
  friend float greatest(Floats a) { return -least(Floats::all(-0.0f) - a); }

 private:
  template <class F>
  static Floats of(F const& f) {
    return of_halves<Floats>(f);
  }
};

/// 64 bytes, unsigned.
struct Bytes {
  static constexpr int size = 64;
  __m256i v[2];

  static Bytes load(std::uint8_t const* x) {
    return of([=](int i) { return load_half(x, i); });
  }
  static Bytes all(std::uint8_t x) {
    return of([=](int) { return _mm256_set1_epi8(static_cast<char>(x)); });
  }
  void store(std::uint8_t* x) const {
    for (int i = 0; i < 2; ++i) store_half(x, i, v[i]);
  }
  /// x[0] `each` times, then x[1], and so on.
  template <int each>
  static Bytes repeat(std::uint8_t const* x) {
    static_assert(each == 16 || each == 32);
    constexpr int step = 32 / each;
    return of([=](int i) {
      auto const byte = [=](int at) { return _mm_set1_epi8(static_cast<char>(x[at])); };
      return _mm256_set_m128i(byte(step * i + step - 1), byte(step * i));
    });
  }
  friend std::uint64_t at_least(Bytes a, Bytes b) {
    return mask_of_halves<32>([&](int i) {
      return bits_of_bytes(_mm256_cmpeq_epi8(_mm256_max_epu8(a.v[i], b.v[i]), a.v[i]));
    });
  }
  friend std::uint64_t zeros(Bytes a) {
    return mask_of_halves<32>(
        [&](int i) { return bits_of_bytes(_mm256_cmpeq_epi8(a.v[i], _mm256_setzero_si256())); });
  }
  /// a + b, modulo 256, in the lanes of the mask.
  friend Bytes add(std::uint64_t mask, Bytes a, Bytes b) {
    return of([&](int i) {
      return _mm256_add_epi8(a.v[i], _mm256_and_si256(b.v[i], bytes_of(mask, i)));
    });
  }

 private:
  template <class F>
  static Bytes of(F const& f) {
    return of_halves<Bytes>(f);
  }
};

/// 32 integers of 16 bits, unsigned.
struct Words {
  static constexpr int size = 32;
  __m256i v[2];

  static Words load(std::uint16_t const* x) {
    return of([=](int i) { return load_half(x, i); });
  }
  static Words all(std::uint16_t x) {
    return of([=](int) { return _mm256_set1_epi16(static_cast<short>(x)); });
  }
  void store(std::uint16_t* x) const {
    for (int i = 0; i < 2; ++i) store_half(x, i, v[i]);
  }
  friend Words operator+(Words a, Words b) {
    return of([&](int i) { return _mm256_add_epi16(a.v[i], b.v[i]); });
  }
  /// |a - b| of numbers below 2^15.
  friend Words distance(Words a, Words b) {
    return of([&](int i) { return _mm256_abs_epi16(_mm256_sub_epi16(a.v[i], b.v[i])); });
  }
  friend Words lesser(Words a, Words b) {
    return of([&](int i) { return _mm256_min_epu16(a.v[i], b.v[i]); });
  }
  friend std::uint32_t less_equal(Words a, Words b) {
    return mask_of_halves<16>([&](int i) {
      return bits_of_words(_mm256_cmpeq_epi16(_mm256_min_epu16(a.v[i], b.v[i]), a.v[i]));
    });
  }
  friend Words select(std::uint32_t mask, Words a, Words b) {
    return of([&](int i) { return _mm256_blendv_epi8(b.v[i], a.v[i], words_of(mask, i)); });
  }
  friend std::uint16_t least(Words a) {
    __m256i const half = _mm256_min_epu16(a.v[0], a.v[1]);
    __m128i const quarter =
        _mm_min_epu16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    return static_cast<std::uint16_t>(_mm_extract_epi16(_mm_minpos_epu16(quarter), 0));
  }
  friend std::uint16_t greatest(Words a) {
    Words const complement =
        of([&](int i) { return _mm256_xor_si256(a.v[i], _mm256_set1_epi16(-1)); });
    return static_cast<std::uint16_t>(~least(complement));
  }

 private:
  template <class F>
  static Words of(F const& f) {
    return of_halves<Words>(f);
  }
};

/// Four of 64 values and more: those for which `present` has a bit, int64_max for the others. Bit 0
/// of it is moved to the sign of lane 0 by `shift`, from one four to the next 4 places less.
struct Fours {
  __m256i present;
  __m256i shift = _mm256_set_epi64x(60, 61, 62, 63);

  explicit Fours(std::uint64_t bits) : present(_mm256_set1_epi64x(static_cast<long long>(bits))) {}
  __m256i next(std::int64_t const* x) {
    __m256i const bits = _mm256_sllv_epi64(present, shift);
    shift = _mm256_sub_epi64(shift, _mm256_set1_epi64x(4));
    return chosen(_mm256_set1_epi64x(int64_max), load_half(x, 0), bits);
  }
  /// Lane i: b where the sign of `where` is set, else a.
  static __m256i chosen(__m256i a, __m256i b, __m256i where) {
    return _mm256_castpd_si256(_mm256_blendv_pd(_mm256_castsi256_pd(a), _mm256_castsi256_pd(b),
                                                _mm256_castsi256_pd(where)));
  }
};

/// The least of those of 64 values for which there is a bit, int64_max if none.
inline std::int64_t least_of(std::int64_t const* x, std::uint64_t present) {
  Fours fours(present);
  Longs best = Longs::all(int64_max);
  for (int i = 0; i < 64; i += Longs::size)
    for (int half = 0; half < 2; ++half) {
      __m256i const four = fours.next(x + i + 4 * half);
      best.v[half] = Fours::chosen(best.v[half], four, _mm256_cmpgt_epi64(best.v[half], four));
    }
  return least(best);
}

/// Bit i: x[i] has bit `bit`, of the first n of 64 words; those behind are 0.
inline std::uint64_t column(std::uint64_t const* x, int n, int bit) {
  __m128i const shift = _mm_cvtsi32_si128(63 - bit);
  std::uint64_t mask = 0;
  for (int i = 0; i < n; i += 4)
    mask |= std::uint64_t{bits_of_longs(_mm256_sll_epi64(load_half(x + i, 0), shift))} << i;
  return mask;
}

/// 64 bits of eight masks of 8 lanes, part(0) the lowest.
template <class Part>
inline std::uint64_t of_eights(Part const& part) {
  std::uint64_t bits = 0;
  for (int i = 0; i < 8; ++i) bits |= std::uint64_t{part(i)} << 8 * i;
  return bits;
}
/// Of two masks of 16 lanes.
inline std::uint32_t bits_of(Ints::Mask a, Ints::Mask b) {
  __m256i const close =
      _mm256_packs_epi16(_mm256_packs_epi32(a.v[0], a.v[1]), _mm256_packs_epi32(b.v[0], b.v[1]));
  // Which have packed the lower halves of the registers, then the upper ones.
  __m256i const places = _mm256_set_epi32(7, 3, 6, 2, 5, 1, 4, 0);
  return bits_of_bytes(_mm256_permutevar8x32_epi32(close, places));
}
/// Of four.
template <class Part>
inline std::uint64_t of_sixteens(Part const& part) {
  return bits_of(part(0), part(1)) | std::uint64_t{bits_of(part(2), part(3))} << 32;
}

/// x[i] = value. Stores the whole register around it: a wide load that follows a narrow store into
/// the same register's place has to wait for it.
template <class Lanes, class T>
inline void store_one(T* x, int i, T value) {
  constexpr int half = Lanes::size / 2;
  std::uint32_t const lane = 1u << (i % half);
  __m256i const where = sizeof(T) == 8 ? longs_of(lane, 0) : ints_of(lane, 0);
  __m256i const wanted = __builtin_bit_cast(__m256i, Lanes::all(value).v[0]);
  T* const at = x + i / half * half;
  store_half(at, 0, _mm256_blendv_epi8(load_half(at, 0), wanted, where));
}

}  // namespace lanes
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot

#endif
