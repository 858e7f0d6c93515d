#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "host/record/summary_tables.hpp"
#include "host/statistics/swept_value.hpp"

namespace fairslot::record {
namespace {

using statistics::SweepPoint;

using enum ColumnType;

template <class T>
std::optional<T> parse(std::string const& text) {
  T value;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string> values_of(std::vector<SweepPoint> const& points, std::size_t key) {
  std::vector<std::string> values;
  for (SweepPoint const& point : points)
    values.push_back(statistics::plain_text(point.set[key].value));
  return values;
}

template <class T>
bool all_are(std::vector<std::string> const& values) {
  return std::all_of(values.begin(), values.end(),
                     [](auto const& v) { return parse<T>(v).has_value(); });
}

Column points_column(std::string const& key, std::vector<std::string> const& values) {
  if (all_are<std::int64_t>(values)) return {key, i64};
  if (all_are<double>(values)) return {key, f64};
  return text_column(key, longest(values));
}

void put_value(Rows& rows, Column const& column, std::string const& value) {
  if (column.type == i64) return rows.put(*parse<std::int64_t>(value));
  if (column.type == f64) return rows.put(*parse<double>(value));
  rows.put_text(value, column.length);
}

}  // namespace

std::pair<Columns, Rows> points_table(std::vector<SweepPoint> const& points) {
  Columns columns{{"point", i32}};
  std::vector<std::vector<std::string>> values;
  for (std::size_t key = 0; key < points.front().set.size(); ++key) {
    values.push_back(values_of(points, key));
    columns.push_back(points_column(points.front().set[key].key, values.back()));
  }
  Rows rows;
  for (std::size_t point = 0; point < points.size(); ++point) {
    rows.put(static_cast<std::int32_t>(point));
    for (std::size_t key = 0; key < values.size(); ++key)
      put_value(rows, columns[key + 1], values[key][point]);
  }
  return {std::move(columns), std::move(rows)};
}

}  // namespace fairslot::record
