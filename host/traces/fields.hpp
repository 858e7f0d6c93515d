/// Fields of a row as what they mean. Functions throw BadRow.
#pragma once

#include <cstdint>
#include <string_view>

#include "host/traces/decimal.hpp"

namespace fairslot::traces {

/// A column's name and what a row has there.
struct Field {
  std::string_view name, text;
  bool is_empty() const { return text.empty(); }
};

inline constexpr std::size_t longest_name = 255;  ///< bytes

Decimal number(Field field);
/// An integer 0 .. 2^31 - 1.
std::int32_t count(Field field);
/// Of a resource, in its unit: `factor` times the number, rounded up; 0 .. 2^30.
std::int32_t amount(Field field, std::int64_t factor = 1);
/// Throws where that is not within 0 .. 2^30.
std::int32_t amount_of(std::string_view name, std::int64_t units, std::string_view text);
/// "2024-01-31T23:59:59", with a fraction, Z or an offset if wanted, as milliseconds since 1970; as
/// UTC where it does not say.
std::int64_t timestamp(Field field);
/// Seconds, before or after the trace's beginning, as milliseconds, rounded down.
std::int64_t milliseconds(Field field);
/// From one moment to another one; 0 counts as a second.
std::int64_t duration(std::int64_t start, std::int64_t end, std::string_view text);
/// What is named: one line of UTF-8, not empty, not endless.
std::string_view name(Field field);

}  // namespace fairslot::traces
