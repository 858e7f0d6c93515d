#include "host/statistics/distribution.hpp"

#include <algorithm>
#include <cmath>

namespace fairslot {
namespace {

/// Sorts by value and makes one point of equal values.
void sort_and_merge(std::vector<Distribution::Point>& points, std::size_t sorted) {
  auto const middle = points.begin() + static_cast<std::ptrdiff_t>(sorted);
  std::sort(middle, points.end());
  std::inplace_merge(points.begin(), middle, points.end());
  std::size_t kept = 0;
  for (Distribution::Point const& point : points) {
    if (kept > 0 && points[kept - 1].first == point.first)
      points[kept - 1].second += point.second;
    else
      points[kept++] = point;
  }
  points.resize(kept);
}

UInt128 magnitude(Int128 value) {
  return value < 0 ? -static_cast<UInt128>(value) : static_cast<UInt128>(value);
}

}  // namespace

void Distribution::settle() const {
  if (settled_ == points_.size()) return;
  sort_and_merge(points_, settled_);
  settled_ = points_.size();
}

void Distribution::add(std::int64_t value, std::int64_t count) {
  if (count == 0) return;
  points_.emplace_back(value, count);
  if (points_.size() > 2 * settled_ + 4096) settle();
}

void Distribution::merge(std::span<Point const> points) {
  for (auto const& [value, count] : points) add(value, count);
}

std::span<Distribution::Point const> Distribution::points() const {
  settle();
  return points_;
}

std::int64_t Distribution::count() const {
  std::int64_t total = 0;
  for (auto const& [value, count] : points()) total += count;
  return total;
}

Int128 Distribution::sum() const {
  Int128 total = 0;
  for (auto const& [value, count] : points()) total += Int128{value} * count;
  return total;
}

UInt256 Distribution::sum_of_squares() const {
  UInt256 total;
  for (auto const& [value, count] : points())
    total = total + product(magnitude(Int128{value} * value), static_cast<UInt128>(count));
  return total;
}

std::optional<double> Distribution::mean() const {
  std::int64_t const n = count();
  if (n == 0) return std::nullopt;
  return static_cast<double>(sum()) / static_cast<double>(n);
}

std::optional<double> Distribution::variance() const {
  auto const n = static_cast<std::uint64_t>(count());
  if (n == 0) return std::nullopt;
  UInt128 const s = magnitude(sum());
  UInt256 const numerator = product(sum_of_squares(), n) - product(s, s);
  return to_double(numerator) / static_cast<double>(UInt128{n} * n);
}

std::optional<double> Distribution::sd() const {
  auto const v = variance();
  if (!v) return std::nullopt;
  return std::sqrt(*v);
}

std::optional<std::int64_t> Distribution::quantile(std::int64_t numerator,
                                                   std::int64_t denominator) const {
  Int128 const wanted = Int128{count()} * numerator;  // counts at or below, times the denominator
  Int128 below = 0;
  for (auto const& [value, count] : points()) {
    below += Int128{count} * denominator;
    if (below >= wanted) return value;
  }
  return std::nullopt;
}

}  // namespace fairslot
