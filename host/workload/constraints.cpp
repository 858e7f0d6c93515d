#include "host/workload/constraints.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace fairslot::workload {
namespace {

using scenario::ServerType;
using Demand = std::vector<std::int32_t>;  // [K]

constexpr std::uint32_t most_attempts = 10'000;

bool hosts(ServerType const& type, Demand const& demand) {
  return type.count > 0 && std::ranges::equal(type.capacity, demand, std::greater_equal{});
}

/// For each job that some type can host, which do; equal sets once.
std::set<std::vector<bool>> host_sets(std::vector<ServerType> const& types,
                                      std::vector<Demand> const& demands) {
  std::set<std::vector<bool>> sets;
  for (Demand const& demand : demands) {
    std::vector<bool> set;
    for (ServerType const& type : types) set.push_back(hosts(type, demand));
    if (std::ranges::count(set, true)) sets.insert(std::move(set));
  }
  return sets;
}

bool meet(std::vector<bool> const& a, std::vector<bool> const& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] && b[i]) return true;
  return false;
}

}  // namespace

std::vector<bool> draw_permitted(scenario::Scenario::Workload const& w, Random const& random,
                                 std::uint32_t user, std::vector<ServerType> const& types,
                                 std::vector<Demand> const& demands) {
  std::vector<bool> const all(types.size(), true);
  auto const sets = host_sets(types, demands);
  if (sets.empty() || !happens(random.bits(Draw::constrained, user, 0), w.constrained_share))
    return all;

  for (std::uint32_t attempt = 0; attempt < most_attempts; ++attempt) {
    std::vector<bool> permitted;
    for (std::uint32_t type = 0; type < types.size(); ++type) {
      std::uint64_t const bits = random.bits(Draw::permitted, user, type, attempt);
      permitted.push_back(happens(bits, w.placement_probability));
    }
    if (std::ranges::all_of(sets, [&](auto const& set) { return meet(set, permitted); }))
      return permitted;
  }
  return all;
}

}  // namespace fairslot::workload
