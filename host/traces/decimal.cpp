#include "host/traces/decimal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace fairslot::traces {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t most_digits = 1'000'000'000'000'000'000;  // 10^18
constexpr int longest_exponent = 100'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes digits off the front of a text; `step` is what the exponent becomes by each that is kept.
/// Returns whether there were any.
bool take_digits(std::string_view& text, Decimal& number, bool fraction) {
  std::size_t count = 0;
  for (; count < text.size() && is_digit(text[count]); ++count) {
    auto const digit = static_cast<std::uint64_t>(text[count] - '0');
    if (number.digits >= most_digits / 10) {
      number.more |= digit != 0;
      number.exponent += !fraction && number.exponent < longest_exponent;
    } else {
      number.digits = number.digits * 10 + digit;
      number.exponent -= fraction;
    }
  }
  text.remove_prefix(count);
  return count > 0;
}

/// "e-3" to its end; false: none such.
bool take_exponent(std::string_view text, Decimal& number) {
  if (text.empty()) return true;
  if (text[0] != 'e' && text[0] != 'E') return false;
  text.remove_prefix(1);
  bool const negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || !std::ranges::all_of(text, is_digit)) return false;
  int exponent = 0;
  for (char const c : text) exponent = std::min(exponent * 10 + (c - '0'), longest_exponent);
  number.exponent += negative ? -exponent : exponent;
  return true;
}

/// digits * factor * 10^exponent / divisor and whether something is left over; nullopt: beyond.
struct Quotient {
  std::int64_t whole;
  bool rest;
};
Quotient quotient(Decimal const& d, std::int64_t factor, std::int64_t divisor) {
  Wide value = static_cast<Wide>(d.digits) * static_cast<std::uint64_t>(factor);
  auto by = static_cast<Wide>(divisor);
  bool rest = d.more && factor > 0;
  for (int e = d.exponent; e > 0 && value > 0; --e) {
    if (value >= static_cast<Wide>(beyond) * static_cast<Wide>(divisor)) break;
    value *= 10;
  }
  for (int e = d.exponent; e < 0 && value > 0; ++e) {
    if (by > ~Wide{0} / 10) return {0, true};
    by *= 10;
  }
  Wide const whole = value / by;
  rest |= whole * by != value;
  return {whole >= static_cast<Wide>(beyond) ? beyond : static_cast<std::int64_t>(whole), rest};
}

}  // namespace

std::optional<Decimal> parse_decimal(std::string_view text) {
  Decimal number;
  number.negative = text.starts_with('-');
  if (number.negative || text.starts_with('+')) text.remove_prefix(1);
  bool some = take_digits(text, number, false);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    some |= take_digits(text, number, true);
  }
  if (!some || !take_exponent(text, number)) return std::nullopt;
  return number;
}

std::int64_t Decimal::up_by(std::int64_t factor, std::int64_t divisor) const {
  auto const [whole, rest] = quotient(*this, factor, divisor);
  if (negative) return -whole;
  return std::min(whole + rest, beyond);
}
std::int64_t Decimal::up(std::int64_t factor) const { return up_by(factor, 1); }

std::int64_t Decimal::down_by(std::int64_t factor, std::int64_t divisor) const {
  auto const [whole, rest] = quotient(*this, factor, divisor);
  return negative ? std::max(-whole - rest, -beyond) : whole;
}
std::int64_t Decimal::down(std::int64_t factor) const { return down_by(factor, 1); }

bool Decimal::is_integer() const { return !quotient(*this, 1, 1).rest; }

double Decimal::real(int shift) const {
  // Both factors are exact: so is what one operation rounds.
  constexpr std::array exact = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11};
  int const power = exponent + shift;
  auto const place = static_cast<std::size_t>(std::abs(power));
  if (!more && digits < (std::uint64_t{1} << 53) && place < exact.size()) {
    auto const whole = static_cast<double>(digits) * (negative ? -1 : 1);
    return power < 0 ? whole / exact[place] : whole * exact[place];
  }
  std::string const text =
      fmt::format("{}{}{}e{}", negative ? "-" : "", digits, more ? ".5" : "", exponent + shift);
  return std::strtod(text.c_str(), nullptr);
}

}  // namespace fairslot::traces
