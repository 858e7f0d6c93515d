#include "host/statistics/resource_time.hpp"

#include <algorithm>

namespace fairslot::statistics {
namespace {

Int128 capacity(Problem const& problem, int resource) {
  Int128 sum = 0;
  for (int m = 0; m < problem.servers; ++m) sum += problem.capacity_of(resource, m);
  return sum;
}

}  // namespace

void ResourceTime::add(ResourceTime const& other) {
  used.resize(other.used.size()), offered.resize(other.offered.size());
  for (std::size_t r = 0; r < used.size(); ++r)
    used[r] += other.used[r], offered[r] += other.offered[r];
}

std::optional<double> ResourceTime::utilisation(std::size_t resource) const {
  if (resource >= offered.size() || offered[resource] == 0) return std::nullopt;
  return static_cast<double>(used[resource]) / static_cast<double>(offered[resource]);
}

ResourceTime resource_time(Problem const& problem, RunResult const& result) {
  // The last slot of a drained run is the first in which nothing runs any more. Its makespan knows
  // nothing of tasks that were lost.
  std::int64_t const drained = std::max<std::int64_t>(0, result.slots - 1);
  std::int64_t const slots = problem.horizon > 0 ? problem.horizon : drained;
  ResourceTime time;
  time.used.assign(std::size_t(problem.resources), 0);
  for (int entry = 0; entry < problem.entries(); ++entry) {
    Int128 const held = result.entry_held[entry];
    std::int32_t const* const demand = problem.demand_of(problem.demand[entry]);
    for (int r = 0; r < problem.resources; ++r) time.used[r] += held * demand[r];
  }
  for (int r = 0; r < problem.resources; ++r) time.offered.push_back(capacity(problem, r) * slots);
  return time;
}

}  // namespace fairslot::statistics
