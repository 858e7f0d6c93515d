#include "host/pool/arrivals_sorted.hpp"

#include <algorithm>
#include <utility>

#include "host/interrupt.hpp"
#include "host/pool/answer.hpp"

namespace fairslot::pool {
namespace {

struct Sorted {
  Instance const& in;
  std::vector<double> rate;        ///< [N][K] what a user needs a level
  std::vector<double> level;       ///< [N]
  std::vector<std::size_t> order;  ///< those there, ascending levels
  double brought = 0;

  explicit Sorted(Instance const& of) : in(of), rate(ratios_of(of)), level(of.N()) {
    for (std::size_t i = 0; i < in.N(); ++i)
      for (std::size_t r = 0; r < in.K(); ++r) rate[i * in.K() + r] *= in.contribution[i];
  }

  /// Whether everybody below may rise to this level.
  bool fits(double lowest) const {
    std::vector<double> use(in.K());
    for (std::size_t const i : order)
      for (std::size_t r = 0; r < in.K(); ++r)
        use[r] += rate[i * in.K() + r] * std::max(lowest, level[i]);
    return std::ranges::max(use) <= brought;
  }

  /// Of those of a level up to this one, when a resource ends.
  double end_of(double lowest) const {
    std::vector<double> left(in.K(), brought), rising(in.K());
    for (std::size_t const i : order)
      for (std::size_t r = 0; r < in.K(); ++r)
        if (level[i] <= lowest)
          rising[r] += rate[i * in.K() + r];
        else
          left[r] -= rate[i * in.K() + r] * level[i];
    double end = unlimited;
    for (std::size_t r = 0; r < in.K(); ++r) end = std::min(end, left[r] / rising[r]);
    return end;
  }

  void arrive(std::size_t user) {
    brought += in.contribution[user];
    order.push_back(user);
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(level[i], i); });
    std::size_t fitting = 0, beyond = order.size();
    while (beyond - fitting > 1) {
      std::size_t const middle = (fitting + beyond) / 2;
      (fits(level[order[middle]]) ? fitting : beyond) = middle;
    }
    double const lowest = end_of(level[order[fitting]]);
    for (std::size_t const i : order) level[i] = std::max(level[i], lowest);
  }
};

}  // namespace

std::vector<double> levels_by_sorting(Instance const& in) {
  Sorted there(in);
  for (std::size_t user = 0; user < in.N(); ++user) {
    stop_if_interrupted();
    there.arrive(user);
  }
  return std::move(there.level);
}

}  // namespace fairslot::pool
