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

/// Those that have all that the user needs in this attempt.
std::vector<bool> types_with_needs(scenario::Scenario::Workload const& w, Random const& random,
                                   std::uint32_t user, std::vector<ServerType> const& types,
                                   std::uint32_t attempt) {
  std::vector<bool> have(types.size(), true);
  std::uint32_t attribute = 0;
  for (auto const& [name, probability] : w.needs) {
    if (!happens(random.bits(Draw::needed, user, attribute++, attempt), probability)) continue;
    for (std::size_t type = 0; type < types.size(); ++type)
      if (!std::ranges::count(types[type].attributes, name)) have[type] = false;
  }
  return have;
}

}  // namespace

std::vector<bool> draw_permitted(scenario::Scenario::Workload const& w, Random const& random,
                                 std::uint32_t user, std::vector<ServerType> const& types,
                                 std::vector<Demand> const& demands) {
  std::vector<bool> all(types.size(), true);
  auto const sets = host_sets(types, demands);
  if (sets.empty() || !happens(random.bits(Draw::constrained, user, 0), w.constrained_share))
    return all;

  for (std::uint32_t attempt = 0; attempt < most_attempts; ++attempt) {
    std::vector<bool> permitted = types_with_needs(w, random, user, types, attempt);
    for (std::uint32_t type = 0; type < types.size(); ++type) {
      std::uint64_t const bits = random.bits(Draw::permitted, user, type, attempt);
      permitted[type] = permitted[type] && happens(bits, w.placement_probability);
    }
    if (std::ranges::all_of(sets, [&](auto const& set) { return meet(set, permitted); }))
      return permitted;
  }
  return all;
}

int PermittedServers::group(ProblemBuilder& builder, std::vector<bool> const& permitted) {
  auto const [known, fresh] = groups_.try_emplace(permitted, 0);
  if (!fresh) return known->second;
  if (!std::ranges::count(permitted, false)) return known->second = builder.placement(std::nullopt);
  std::vector<std::int32_t> servers;
  std::int32_t server = 0;
  for (std::size_t t = 0; t < types_.size(); ++t)
    for (std::int64_t i = 0; i < types_[t].count; ++i, ++server)
      if (permitted[t]) servers.push_back(server);
  return known->second = builder.placement(servers);
}

}  // namespace fairslot::workload
