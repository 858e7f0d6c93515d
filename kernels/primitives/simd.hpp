/// Sixty-four lanes at a time: the comparisons and searches of the inner loops.
#pragma once

#include <cstdint>

#include "kernels/primitives/exact.hpp"
#include "kernels/primitives/lanes.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace simd {

using lanes::Bytes;
using lanes::Ints;
using lanes::Longs;

/// ordered() of eight shares.
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline Longs ordered(lanes::Doubles share) {
  Longs const bits = bits_of(share + lanes::Doubles::all(0.0));
  return select(less(bits, Longs::all(0)), bits ^ Longs::all(int64_max), bits);
}

/// Those of the bits for which chosen(i).
template <class Chosen>
FAIRSLOT_FUNCTION inline std::uint64_t those(std::uint64_t bits, Chosen chosen) {
  std::uint64_t result = 0;
  for (; bits != 0; bits &= bits - 1) {
    int const i = lowest_bit(bits);
    result |= static_cast<std::uint64_t>(chosen(i)) << i;
  }
  return result;
}

/// Bit i: inside(mask, r, i) for every r < K, asked for 16 of 64 lanes at a time.
template <int K, class Inside>
FAIRSLOT_FUNCTION inline std::uint64_t for_all(Inside inside) {
  return lanes::of_sixteens([&](int part) {
    Ints::Mask mask = Ints::everywhere();
    for (int r = 0; r < K; ++r) mask = inside(mask, r, Ints::size * part);
    return mask;
  });
}

/// Bit i: x[r][i] >= limit[r] for every r < K. x: [K][stride], of which 64 values are looked at.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t at_least(std::int32_t const* x, std::int64_t stride,
                                                std::int32_t const* limit) {
  return for_all<K>([=](Ints::Mask mask, int r, int i) {
    return at_least(mask, Ints::load(x + r * stride + i), Ints::all(limit[r]));
  });
}

/// Bit i: x[i] >= limit, of 64 values.
FAIRSLOT_FUNCTION inline std::uint64_t at_least(std::int32_t const* x, std::int32_t limit) {
  return at_least<1>(x, 0, &limit);
}

/// Bit i: x[i] <= limit, of 64 values.
FAIRSLOT_FUNCTION inline std::uint64_t at_most(std::int32_t const* x, std::int32_t limit) {
  return for_all<1>([=](Ints::Mask mask, int, int i) {
    return at_least(mask, Ints::all(limit), Ints::load(x + i));
  });
}

/// Bit i: x[i] == value.
FAIRSLOT_FUNCTION inline std::uint64_t equal_to(std::int32_t const* x, std::int32_t value) {
  Ints const wanted = Ints::all(value);
  return lanes::of_sixteens(
      [=](int part) { return equal(Ints::load(x + Ints::size * part), wanted); });
}

/// Bit i: x[i] has a bit in common with `bits`, of 64 values.
FAIRSLOT_FUNCTION inline std::uint64_t overlapping(std::int32_t const* x, std::int32_t bits) {
  Ints const wanted = Ints::all(bits);
  return lanes::of_sixteens(
      [=](int part) { return overlap(Ints::load(x + Ints::size * part), wanted); });
}

/// The least of the first n of 64 values; the values from n on are int64_max.
FAIRSLOT_FUNCTION inline std::int64_t least(std::int64_t const* x, int n) {
  Longs best = Longs::load(x);
  for (int i = Longs::size; i < n; i += Longs::size) best = lesser(best, Longs::load(x + i));
  return least(best);
}

/// Bit i: x[i] == value, of the first n of 64 values; the values from n on are others.
FAIRSLOT_FUNCTION inline std::uint64_t equal_to(std::int64_t const* x, int n, std::int64_t value) {
  Longs const wanted = Longs::all(value);
  std::uint64_t bits = 0;
  for (int i = 0; i < n; i += Longs::size)
    bits |= std::uint64_t{equal(Longs::load(x + i), wanted)} << i;
  return bits;
}

/// The least of those of 8 values for which there is a bit, int64_max if none.
FAIRSLOT_FUNCTION inline std::int64_t least_of_eight(std::int64_t const* x, std::uint32_t bits) {
  return least(select(bits, Longs::load(x), Longs::all(int64_max)));
}

/// x[i] = value, where it is loaded with those around it soon.
FAIRSLOT_FUNCTION inline void store(std::int64_t* x, int i, std::int64_t value) {
  lanes::store_one<Longs>(x, i, value);
}
FAIRSLOT_FUNCTION inline void store(std::int32_t* x, int i, std::int32_t value) {
  lanes::store_one<Ints>(x, i, value);
}
FAIRSLOT_FUNCTION inline void store(double* x, int i, double value) {
  lanes::store_one<lanes::Doubles>(x, i, value);
}

// Of 64 lanes of which a mask has few, registers look at all and arrays at these.
#if FAIRSLOT_VECTORS

/// Those of the bits for which x[r][i] <= limit[r][0] for every r < K. x: [K][stride], of which 64
/// values are looked at, limit: [K][limit_stride].
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t at_most(std::uint64_t bits, std::int32_t const* x,
                                               std::int64_t stride, std::int32_t const* limit,
                                               std::int64_t limit_stride) {
  return bits & for_all<K>([=](Ints::Mask mask, int r, int i) {
           return at_least(mask, Ints::all(limit[r * limit_stride]),
                           Ints::load(x + r * stride + i));
         });
}

/// In how many words, fewer than 256, each of 64 bits is set.
class BitCounts {
 public:
  FAIRSLOT_FUNCTION void count(std::uint64_t bits) { counts_ = add(bits, counts_, Bytes::all(1)); }
  FAIRSLOT_FUNCTION void store(std::uint8_t* x) const { counts_.store(x); }

 private:
  Bytes counts_ = Bytes::all(0);
};

/// Takes 1 from those of 64 bytes for which there is a bit.
FAIRSLOT_FUNCTION inline void count_down(std::uint8_t* x, std::uint64_t bits) {
  add(bits, Bytes::load(x), Bytes::all(255)).store(x);
}

/// Those of the bits for which a byte is 0.
FAIRSLOT_FUNCTION inline std::uint64_t zeros(std::uint8_t const* x, std::uint64_t bits) {
  return bits & zeros(Bytes::load(x));
}

/// Those of the bits for which one of 64 values equals `value`.
FAIRSLOT_FUNCTION inline std::uint64_t equal_of(std::int64_t const* x, std::uint64_t present,
                                                std::int64_t value) {
  Longs const wanted = Longs::all(value);
  return present & lanes::of_eights([=](int part) {
           return equal(Longs::load(x + Longs::size * part), wanted);
         });
}

/// The first of those of 64 values for which there is a bit that equals `value`: there is one.
FAIRSLOT_FUNCTION inline int first_equal(std::int64_t const* x, std::uint64_t present,
                                         std::int64_t value) {
  return lowest_bit(equal_of(x, present, value));
}

using lanes::column;
using lanes::least_of;

#else

template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t at_most(std::uint64_t bits, std::int32_t const* x,
                                               std::int64_t stride, std::int32_t const* limit,
                                               std::int64_t limit_stride) {
  return those(bits, [=](int i) {
    bool all = true;
    for (int r = 0; r < K; ++r) all &= x[r * stride + i] <= limit[r * limit_stride];
    return all;
  });
}

class BitCounts {
 public:
  FAIRSLOT_FUNCTION void count(std::uint64_t bits) {
    for (; bits != 0; bits &= bits - 1) ++counts_[lowest_bit(bits)];
  }
  FAIRSLOT_FUNCTION void store(std::uint8_t* x) const {
    for (int i = 0; i < 64; ++i) x[i] = counts_[i];
  }

 private:
  std::uint8_t counts_[64] = {};
};

FAIRSLOT_FUNCTION inline void count_down(std::uint8_t* x, std::uint64_t bits) {
  for (; bits != 0; bits &= bits - 1) --x[lowest_bit(bits)];
}

FAIRSLOT_FUNCTION inline std::uint64_t zeros(std::uint8_t const* x, std::uint64_t bits) {
  return those(bits, [=](int i) { return x[i] == 0; });
}

FAIRSLOT_FUNCTION inline std::uint64_t equal_of(std::int64_t const* x, std::uint64_t present,
                                                std::int64_t value) {
  return those(present, [=](int i) { return x[i] == value; });
}

FAIRSLOT_FUNCTION inline int first_equal(std::int64_t const* x, std::uint64_t present,
                                         std::int64_t value) {
  while (x[lowest_bit(present)] != value) present &= present - 1;
  return lowest_bit(present);
}

/// Bit i: x[i] has bit `bit`, of the first n of 64 words; those behind are 0.
FAIRSLOT_FUNCTION inline std::uint64_t column(std::uint64_t const* x, int n, int bit) {
  std::uint64_t mask = 0;
  for (int i = 0; i < n; ++i) mask |= (x[i] >> bit & 1) << i;
  return mask;
}

/// The least of those of 64 values for which there is a bit, int64_max if none.
FAIRSLOT_FUNCTION inline std::int64_t least_of(std::int64_t const* x, std::uint64_t present) {
  std::int64_t best = int64_max;
  for (; present != 0; present &= present - 1) {
    std::int64_t const here = x[lowest_bit(present)];
    best = here < best ? here : best;
  }
  return best;
}

#endif

#if FAIRSLOT_VECTORS == 512
using lanes::first_least;
#else
/// The first least of those of 64 values for which there is a bit: there is one, and all of these
/// are below int64_max.
FAIRSLOT_FUNCTION inline int first_least(std::int64_t const* x, std::uint64_t present) {
  return first_equal(x, present, least_of(x, present));
}
#endif

}  // namespace simd
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
