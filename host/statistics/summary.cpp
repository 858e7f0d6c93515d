#include "host/statistics/summary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "host/statistics/student.hpp"

namespace fairslot::statistics {
namespace {

double mean(std::span<double const> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Half the width of the 95 % interval of the mean (n - 1 degrees of freedom).
double half_width(std::span<double const> values, double mean) {
  auto const n = static_cast<double>(values.size());
  double squares = 0;
  for (double const value : values) squares += (value - mean) * (value - mean);
  auto const degrees = static_cast<std::int64_t>(values.size()) - 1;
  return student_t95(degrees) * std::sqrt(squares / (n - 1) / n);
}

bool any_defined(std::span<double const> values) {
  return !std::ranges::all_of(values, [](double value) { return std::isnan(value); });
}

/// Of a policy that never has a mean all values are undefined: there is none.
Estimate estimate_of(std::span<double const> values) {
  if (!any_defined(values)) return {};
  Estimate estimate;
  estimate.samples = static_cast<std::int64_t>(values.size());
  estimate.mean = mean(values);
  if (values.size() < 2) return estimate;
  double const half = half_width(values, *estimate.mean);
  estimate.low = *estimate.mean - half;
  estimate.high = *estimate.mean + half;
  return estimate;
}

/// Of values that some points and policies have; null: these have none.
template <class T>
T const* find_at(std::vector<T> const& values, int point, int policy) {
  auto const place = [](T const& value) { return std::pair(value.point, value.policy); };
  auto const at = std::ranges::lower_bound(values, std::pair(point, policy), {}, place);
  return at != values.end() && place(*at) == std::pair(point, policy) ? &*at : nullptr;
}

}  // namespace

std::int64_t Summary::samples_at(int point) const {
  return static_cast<std::int64_t>(counted[point].size());
}

std::vector<std::int64_t> Summary::failed_at(int point) const {
  std::vector<std::int64_t> of_point;
  for (FailedRun const& run : failed)
    if (run.point == point && (of_point.empty() || of_point.back() != run.sample))
      of_point.push_back(run.sample);
  return of_point;
}

std::int64_t Summary::ended(int point, int policy) const {
  auto const failed_here = std::ranges::count_if(
      failed, [&](FailedRun const& run) { return run.point == point && run.policy == policy; });
  auto const all = samples_at(point) + static_cast<std::int64_t>(failed_at(point).size());
  return all - failed_here + std::ranges::count_if(in_part, [&](PartSample const& part) {
           return part.point == point && std::ranges::count(part.ended, policy) > 0;
         });
}

std::int64_t Summary::blocked_at(int point, int policy) const {
  Blocked const* const own = find_at(blocked, point, policy);
  return own ? own->users : 0;
}

Losses Summary::losses_at(int point, int policy) const {
  Losses const* const own = find_at(losses, point, policy);
  return own ? *own : Losses{point, policy, 0, 0};
}

std::vector<std::size_t> Summary::compared(int point, Metric metric) const {
  std::vector<std::size_t> places(counted[point].size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  for (int const policy : points[point].policies) {
    std::vector<double> const& means = sample_means[cell(point, policy, metric)];
    if (any_defined(means)) std::erase_if(places, [&](auto s) { return std::isnan(means[s]); });
  }
  return places;
}

Estimate Summary::gain(int point, Metric metric, int a, int b) const {
  auto const& of_a = sample_means[cell(point, a, metric)];
  auto const& of_b = sample_means[cell(point, b, metric)];
  std::vector<double> differences;
  for (std::size_t const s : compared(point, metric)) differences.push_back(of_b[s] - of_a[s]);
  return estimate_of(differences);
}

std::optional<double> Summary::mean_of_means(int point, int policy, Metric metric) const {
  return over_samples(point, policy, metric).mean;
}

Estimate Summary::over_samples(int point, int policy, Metric metric) const {
  auto const& means = sample_means[cell(point, policy, metric)];
  std::vector<double> values;
  for (std::size_t const s : compared(point, metric)) values.push_back(means[s]);
  return estimate_of(values);
}

std::optional<int> Summary::better_of(int point, Metric metric,
                                      std::span<int const> candidates) const {
  std::optional<int> best;
  double least = 0;
  for (int const policy : candidates) {
    auto const value = mean_of_means(point, policy, metric);
    if (value && (!best || *value < least)) best = policy, least = *value;
  }
  return best;
}

std::vector<std::pair<int, int>> all_pairs(Summary const& summary, int point) {
  std::vector<std::pair<int, int>> pairs;
  for (int const a : summary.points[point].policies)
    for (int const b : summary.points[point].policies)
      if (a != b) pairs.emplace_back(a, b);
  return pairs;
}

}  // namespace fairslot::statistics
