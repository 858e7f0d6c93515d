#include "host/statistics/integer.hpp"

#include <cmath>

namespace fairslot::statistics {
namespace {

constexpr auto low_half = ~std::uint64_t{0};

int bit_width(UInt128 a) {
  auto const high = static_cast<std::uint64_t>(a >> 64), low = static_cast<std::uint64_t>(a);
  if (high != 0) return 128 - __builtin_clzll(high);
  return low == 0 ? 0 : 64 - __builtin_clzll(low);
}

}  // namespace

UInt256 operator+(UInt256 a, UInt256 b) {
  UInt128 const low = a.low + b.low;
  return {a.high + b.high + (low < a.low), low};
}

UInt256 operator-(UInt256 a, UInt256 b) {
  return {a.high - b.high - (a.low < b.low), a.low - b.low};
}

UInt256 product(UInt128 a, UInt128 b) {
  UInt128 const a0 = a & low_half, a1 = a >> 64, b0 = b & low_half, b1 = b >> 64;
  auto const middle = [](UInt128 value) { return UInt256{value >> 64, value << 64}; };
  return UInt256{a1 * b1, a0 * b0} + middle(a0 * b1) + middle(a1 * b0);
}

UInt256 product(UInt256 a, std::uint64_t b) {
  return product(a.low, UInt128{b}) + UInt256{a.high * b, 0};
}

double to_double(UInt256 a) {
  if (a.high == 0) return static_cast<double>(a.low);
  // The upper 128 bits decide; any bit below them only breaks a tie.
  int const shift = bit_width(a.high);
  UInt128 const kept = shift == 128 ? a.high : (a.high << (128 - shift)) | (a.low >> shift);
  UInt128 const lost = shift == 128 ? a.low : a.low << (128 - shift);
  return std::ldexp(static_cast<double>(kept | (lost != 0)), shift);
}

}  // namespace fairslot::statistics
