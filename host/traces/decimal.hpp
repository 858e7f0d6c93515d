/// Numbers as people write them, exactly: "0.39", "1e3", "-7.50".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fairslot::traces {

/// digits * 10^exponent; of more than 18 digits the later ones are in `more` alone.
struct Decimal {
  bool negative = false;
  std::uint64_t digits = 0;  ///< below 10^18
  int exponent = 0;
  bool more = false;  ///< something positive, less than one of the last digit, comes on top

  bool is_zero() const { return digits == 0 && !more; }
  /// Times `factor`; of what is no integer the one above or below. 2^62 stands for all that is
  /// larger, -2^62 for all below.
  std::int64_t up(std::int64_t factor = 1) const;
  std::int64_t down(std::int64_t factor = 1) const;
  /// Divided by `divisor` besides.
  std::int64_t up_by(std::int64_t factor, std::int64_t divisor) const;
  std::int64_t down_by(std::int64_t factor, std::int64_t divisor) const;
  bool is_integer() const;
  /// The nearest double, times 10^shift.
  double real(int shift = 0) const;
};

inline constexpr std::int64_t beyond = std::int64_t{1} << 62;

/// nullopt: no number. Blanks are not looked over.
std::optional<Decimal> parse_decimal(std::string_view text);

}  // namespace fairslot::traces
