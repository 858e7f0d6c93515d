#include "host/statistics/distribution.hpp"

#include <algorithm>
#include <cmath>

namespace fairslot::statistics {
namespace {

constexpr std::size_t most_spilled = 16;

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

/// One of the sorted sequences that are merged.
class Sequence {
 public:
  explicit Sequence(std::span<Distribution::Point const> points) : memory_(points) { step(); }
  explicit Sequence(SpilledPoints points) : file_(points) { step(); }
  bool done() const { return done_; }
  Distribution::Point const& front() const { return front_; }
  void step() {
    if (file_) {
      done_ = !file_->next(front_);
      return;
    }
    done_ = memory_.empty();
    if (done_) return;
    front_ = memory_.front();
    memory_ = memory_.subspan(1);
  }

 private:
  std::span<Distribution::Point const> memory_;
  std::optional<PointReader> file_;
  Distribution::Point front_;
  bool done_ = false;
};

template <class Visit>
void merge_sorted(std::span<Distribution::Point const> memory,
                  std::span<SpilledPoints const> spilled, Visit const& visit) {
  std::vector<Sequence> sequences;
  sequences.emplace_back(memory);
  for (SpilledPoints const& points : spilled) sequences.emplace_back(points);
  for (;;) {
    std::erase_if(sequences, [](Sequence const& s) { return s.done(); });
    if (sequences.empty()) return;
    std::int64_t value = sequences.front().front().first, count = 0;
    for (Sequence const& s : sequences) value = std::min(value, s.front().first);
    for (Sequence& s : sequences)
      if (s.front().first == value) count += s.front().second, s.step();
    visit(Distribution::Point{value, count});
  }
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
  count_ += count;
  sum_ += Int128{value} * count;
  squares_ = squares_ + product(magnitude(Int128{value} * value), static_cast<UInt128>(count));
  points_.emplace_back(value, count);
  settle_now_and_then();
}

/// So that sorting costs little for each point.
void Distribution::settle_now_and_then() {
  if (points_.size() > 2 * settled_ + 4096) settle();
}

void Distribution::merge(std::span<Point const> points) {
  for (auto const& [value, count] : points) add(value, count);
}

void Distribution::merge(Distribution&& other) {
  if (points_.empty()) std::swap(points_, other.points_), std::swap(settled_, other.settled_);
  points_.insert(points_.end(), other.points_.begin(), other.points_.end());
  settle_now_and_then();
  spilled_.insert(spilled_.end(), other.spilled_.begin(), other.spilled_.end());
  count_ += other.count_;
  sum_ += other.sum_;
  squares_ = squares_ + other.squares_;
  other = {};
  merge_spilled();
}

std::size_t Distribution::points_in_memory() const {
  settle();
  return points_.size();
}

void Distribution::spill(spill::File& file) {
  settle();
  if (points_.empty()) return;
  PointWriter writer(file);
  for (Point const& point : points_) writer.put(point);
  spilled_.push_back(writer.finish());
  points_ = {};
  settled_ = 0;
  merge_spilled();
}

/// Keeps the runs in the file few, so that they can be read side by side.
void Distribution::merge_spilled() {
  if (spilled_.size() <= most_spilled) return;
  PointWriter writer(*spilled_.front().file);
  merge_sorted({}, spilled_, [&](Point const& point) { writer.put(point); });
  for (SpilledPoints const& run : spilled_) run.file->release(run.begin, run.bytes);
  spilled_ = {writer.finish()};
}

void Distribution::for_each(std::function<void(Point const&)> const& visit) const {
  settle();
  if (spilled_.empty()) return std::ranges::for_each(points_, visit), void();
  merge_sorted(points_, spilled_, visit);
}

std::vector<Distribution::Point> Distribution::points() const {
  std::vector<Point> all;
  for_each([&](Point const& point) { all.push_back(point); });
  return all;
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
  std::optional<std::int64_t> least;
  for_each([&](Point const& point) {
    below += Int128{point.second} * denominator;
    if (!least && below >= wanted) least = point.first;
  });
  return least;
}

}  // namespace fairslot::statistics
