/// Integers wider than 64 bits, for exact sums.
#pragma once

#include <cstdint>
#include <optional>

namespace fairslot::statistics {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

/// Unsigned, modulo 2^256; enough for (count * sum of squares) of any 64-bit values.
struct UInt256 {
  UInt128 high = 0, low = 0;
};

UInt256 product(UInt128 a, UInt128 b);        ///< exact
UInt256 product(UInt256 a, std::uint64_t b);  ///< modulo 2^256
UInt256 operator+(UInt256 a, UInt256 b);
UInt256 operator-(UInt256 a, UInt256 b);
double to_double(UInt256 a);  ///< the nearest double, ties to even

/// None of nothing.
inline std::optional<double> mean(Int128 sum, std::int64_t count) {
  if (count == 0) return std::nullopt;
  return static_cast<double>(sum) / static_cast<double>(count);
}

}  // namespace fairslot::statistics
