#include "host/audit/si_split.hpp"

#include <cmath>

#include "kernels/alone.hpp"

namespace fairslot::audit {

Problem SplitIncentive::lone(Problem const& problem, int user) const {
  double weights = 0.0;
  for (double const weight : problem.weight) weights += weight;
  double const part = problem.weight[user] / weights;
  Problem split = problem;
  for (std::int32_t& capacity : split.capacity)
    capacity = static_cast<std::int32_t>(std::floor(static_cast<double>(capacity) * part));
  split.own.assign(problem.weight.size(), split.placement_groups());
  std::vector<std::uint64_t> all(static_cast<std::size_t>(split.words()), ~std::uint64_t{0});
  split.placements.insert(split.placements.end(), all.begin(), all.end());
  Problem lone = alone(split, user);
  for (int r = 0; r < problem.resources; ++r) {  // of the whole cluster
    lone.total[r] = 0;
    for (int m = 0; m < problem.servers; ++m) lone.total[r] += problem.capacity_of(r, m);
  }
  return lone;
}

}  // namespace fairslot::audit
