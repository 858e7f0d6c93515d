#include "host/traces/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "host/traces/bad_row.hpp"
#include "kernels/problem.hpp"

namespace fairslot::traces {
namespace {

constexpr std::int64_t most_seconds = 4'000'000'000'000;  // milliseconds stay exact as double

[[noreturn]] void blame(Field field, std::string_view what) {
  throw BadRow(fmt::format("{} {}", field.name, what), field.text);
}

Decimal positive(Field field) {
  Decimal const value = number(field);
  if (value.negative && !value.is_zero()) blame(field, "is negative");
  return value;
}

/// ".250+01:00" in milliseconds.
std::int64_t after_seconds(Field field, std::string_view text) {
  std::size_t const end = std::min(text.find_first_of("Z+-"), text.size());
  auto const fraction = parse_decimal(end > 0 ? text.substr(0, end) : "0");
  std::string_view const zone = text.substr(end);
  bool const offset = zone.size() == 6 && zone[3] == ':';
  if (!fraction || (end > 0 && text[0] != '.') || (!offset && !zone.empty() && zone != "Z"))
    blame(field, "is no time");
  if (!offset) return fraction->down(1000);
  auto const hours = parse_decimal(zone.substr(1, 2)), minutes = parse_decimal(zone.substr(4, 2));
  if (!hours || !minutes) blame(field, "is no time");
  std::int64_t const ahead = (hours->down() * 60 + minutes->down()) * 60'000;
  return fraction->down(1000) + (zone[0] == '+' ? -ahead : ahead);
}

}  // namespace

Decimal number(Field field) {
  if (field.is_empty()) blame(field, "is missing");
  auto const value = parse_decimal(field.text);
  if (!value) blame(field, "is no number");
  return *value;
}

std::int32_t count(Field field) {
  Decimal const value = positive(field);
  std::int64_t const whole = value.up();
  if (whole > limits::count) blame(field, "is more than 2^31 - 1");
  if (!value.is_integer()) blame(field, "is no integer");
  return static_cast<std::int32_t>(whole);
}

std::int32_t amount_of(std::string_view name, std::int64_t units, std::string_view text) {
  if (units < 0) blame({name, text}, "is negative");
  if (units > limits::capacity) blame({name, text}, "is more than 2^30");
  return static_cast<std::int32_t>(units);
}

std::int32_t amount(Field field, std::int64_t factor) {
  return amount_of(field.name, positive(field).up(factor), field.text);
}

std::int64_t milliseconds(Field field) {
  Decimal const value = number(field);
  std::int64_t const seconds = value.down();
  if (seconds < -most_seconds || seconds > most_seconds) blame(field, "is no time");
  return value.down(1000);
}

std::int64_t timestamp(Field field) {
  constexpr std::string_view form = "dddd-dd-ddTdd:dd:dd";
  if (field.is_empty()) blame(field, "is missing");
  std::string_view text = field.text;
  auto const fits = [](char c, char f) { return f == 'd' ? c >= '0' && c <= '9' : c == f; };
  if (text.size() < form.size() || !std::equal(form.begin(), form.end(), text.begin(),
                                               [&](char f, char c) { return fits(c, f); }))
    blame(field, "is no time");
  auto const at = [&](std::size_t first, std::size_t digits) {
    return static_cast<int>(parse_decimal(text.substr(first, digits))->digits);
  };
  namespace chrono = std::chrono;
  chrono::year_month_day const date{chrono::year(at(0, 4)),
                                    chrono::month(static_cast<unsigned>(at(5, 2))),
                                    chrono::day(static_cast<unsigned>(at(8, 2)))};
  if (!date.ok() || at(11, 2) > 23 || at(14, 2) > 59 || at(17, 2) > 60) blame(field, "is no time");
  std::int64_t const days = chrono::sys_days(date).time_since_epoch().count();
  std::int64_t const seconds = ((days * 24 + at(11, 2)) * 60 + at(14, 2)) * 60 + at(17, 2);
  return seconds * 1000 + after_seconds(field, text.substr(form.size()));
}

std::int64_t duration(std::int64_t start, std::int64_t end, std::string_view text) {
  if (end < start) throw BadRow("end before start", text);
  return end == start ? 1000 : end - start;
}

std::string_view name(Field field) {
  if (field.is_empty()) blame(field, "is missing");
  if (field.text.size() > longest_name) blame(field, "is longer than 255 bytes");
  if (!is_utf8(field.text)) blame(field, "is no UTF-8");
  return field.text;
}

}  // namespace fairslot::traces
