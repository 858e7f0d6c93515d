/// Policies are compared over the same samples: what a run leaves waits until its sample has ended
/// under all policies of its point.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "host/statistics/summary.hpp"

namespace fairslot::statistics {

/// T: what a run leaves. As many samples wait as are under way.
template <class T>
class WholeSamples {
 public:
  explicit WholeSamples(std::vector<SweepPoint> const& points) {
    for (SweepPoint const& point : points) policies_.push_back(point.policies.size());
  }

  /// What all runs of the sample have left, by policy, once the last of them has come; until then
  /// nothing.
  std::map<int, T> add(int point, std::int64_t sample, int policy, T left) {
    auto const at = waiting_.try_emplace({point, sample}).first;
    at->second.emplace(policy, std::move(left));
    if (at->second.size() < policies_.at(std::size_t(point))) return {};
    return std::move(waiting_.extract(at).mapped());
  }

  std::vector<PartSample> in_part() const {
    std::vector<PartSample> samples;
    for (auto const& [key, runs] : waiting_) {
      samples.push_back({key.first, key.second, {}});
      for (auto const& [policy, left] : runs) samples.back().ended.push_back(policy);
    }
    return samples;
  }

  /// What still waits.
  template <class F>
  void for_each(F visit) {
    for (auto& [key, runs] : waiting_)
      for (auto& [policy, left] : runs) visit(left);
  }

 private:
  std::vector<std::size_t> policies_;  // how many, a value a point
  std::map<std::pair<int, std::int64_t>, std::map<int, T>> waiting_;
};

}  // namespace fairslot::statistics
