/// The exact distribution of an integer, e.g. of waiting times in slots.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "host/statistics/integer.hpp"
#include "host/statistics/spilled_points.hpp"

namespace fairslot::statistics {

/// value -> count. Whatever is asked of it has the same bits for any order of adding, spilled or
/// not: it comes from exact integers, with one division at the end. Moments are those of the
/// distribution itself (population, not sample). Counts are >= 0, their total below 2^63.
class Distribution {
 public:
  using Point = std::pair<std::int64_t, std::int64_t>;  ///< value, count

  void add(std::int64_t value, std::int64_t count = 1);
  void merge(std::span<Point const> points);
  /// What `other` has spilled stays where it is.
  void merge(Distribution&& other);

  /// Moves the points in memory to the file, which must outlive the distribution.
  void spill(spill::File& file);
  std::size_t points_in_memory() const;

  /// By ascending value, each value once, counts > 0.
  void for_each(std::function<void(Point const&)> const& visit) const;
  std::vector<Point> points() const;
  std::int64_t count() const { return count_; }
  Int128 sum() const { return sum_; }
  UInt256 sum_of_squares() const { return squares_; }

  // Undefined (nullopt) where nothing was added.
  std::optional<double> mean() const;
  std::optional<double> variance() const;  ///< (n*sum_of_squares - sum^2) / n^2
  std::optional<double> sd() const;
  /// The least value with at least numerator/denominator of the counts at or below it.
  std::optional<std::int64_t> quantile(std::int64_t numerator, std::int64_t denominator) const;

 private:
  void settle() const;
  void settle_now_and_then();
  void merge_spilled();

  // Sorted and merged up to settled_, then as added.
  mutable std::vector<Point> points_;
  mutable std::size_t settled_ = 0;
  std::vector<SpilledPoints> spilled_;
  std::int64_t count_ = 0;
  Int128 sum_ = 0;
  UInt256 squares_;
};

}  // namespace fairslot::statistics
