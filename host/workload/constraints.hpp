/// Which server types a user may use.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "host/random.hpp"
#include "host/scenario/cluster.hpp"
#include "kernels/problem.hpp"

namespace fairslot::workload {

/// permitted[t]: server type t. Each that has the attributes the user is drawn to need is drawn
/// with placement_probability, all anew until every job of the user that some type of the cluster
/// can host has a permitted type that can. All, where the user is not constrained, no type can host
/// any of its jobs, or 10,000 attempts did not do. `demands`: [K] a job of the user.
std::vector<bool> draw_permitted(scenario::Scenario::Workload const&, Random const&,
                                 std::uint32_t user, std::vector<scenario::ServerType> const&,
                                 std::vector<std::vector<std::int32_t>> const& demands);

/// Placement groups of permitted types: all servers of these types, put together once.
class PermittedServers {
 public:
  explicit PermittedServers(std::vector<scenario::ServerType> const& types) : types_(types) {}
  int group(ProblemBuilder& builder, std::vector<bool> const& permitted);

 private:
  std::vector<scenario::ServerType> const& types_;
  std::map<std::vector<bool>, int> groups_;
};

}  // namespace fairslot::workload
