/// What is divided among whom: one pool or servers, and users of divisible tasks, as structure of
/// arrays. Who reads outside data (read.hpp) makes good ones only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "host/pool/utility.hpp"

namespace fairslot::pool {

inline constexpr std::size_t most_resources = 8;
/// Of tasks: no limit.
inline constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Worked in for `processing` of the slots release .. deadline, which count from 1.
struct IntervalJob {
  std::int64_t release, deadline, processing;
};

/// Shapes: K resources, N users, M servers, T slots, J jobs. What may be empty is where nothing was
/// given.
struct Instance {
  std::string name;
  std::vector<std::string> resources;  ///< [K] names
  std::vector<double> capacity;        ///< [K] of the pool, or of all servers together
  std::vector<std::string> names;      ///< [N] of users; empty: their indices

  std::vector<double> demand;  ///< [N][K] of one task, in the resources' units
  std::vector<double> weight;  ///< [N][K] equal ones where the user has one weight
  std::vector<double> tasks;   ///< [N] the limit B_i, or `unlimited`

  std::vector<double> servers;  ///< [M][K] capacities; empty: one pool
  std::vector<double> speed;    ///< [M] or empty (all 1)
  /// [N] servers that the user may use, ascending; none: all of them. Empty: one pool.
  std::vector<std::vector<std::size_t>> permitted;

  std::vector<Utility> utility;  ///< [N] or empty

  // Of users who come one by one, in the order of their indices.
  std::vector<double> contribution;      ///< [N] or empty; sums to 1
  std::vector<std::size_t> leave_after;  ///< [N] or empty; after so many arrivals; 0: never

  std::size_t slots = 0;                 ///< T
  std::vector<double> slot_demand;       ///< [N][T] dominant shares; or empty
  std::vector<IntervalJob> jobs;         ///< [J] or empty
  std::vector<double> values;            ///< [N][J] of a job to a user; or empty
  std::vector<double> given_allocation;  ///< [N] of one resource; or empty

  std::size_t K() const { return capacity.size(); }
  std::size_t N() const { return tasks.size(); }
  std::size_t M() const { return K() == 0 ? 0 : servers.size() / K(); }
  std::size_t J() const { return jobs.size(); }

  std::span<double const> demand_of(std::size_t user) const { return row(demand, user, K()); }
  std::span<double const> weights_of(std::size_t user) const { return row(weight, user, K()); }
  double weight_of(std::size_t user) const { return weight[user * K()]; }
  std::span<double const> server(std::size_t m) const { return row(servers, m, K()); }
  std::span<double const> slot_demand_of(std::size_t user) const {
    return row(slot_demand, user, slots);
  }
  std::span<double const> values_of(std::size_t user) const { return row(values, user, J()); }
  std::string name_of(std::size_t user) const {
    return names.empty() ? std::to_string(user) : names[user];
  }

 private:
  static std::span<double const> row(std::vector<double> const& all, std::size_t row,
                                     std::size_t columns) {
    return std::span(all).subspan(row * columns, columns);
  }
};

/// r0, r1, ..., of resources that have no names of their own.
std::vector<std::string> resource_names(std::size_t resources);
/// Users of weight 1 without limits; `demand` [N][K].
Instance one_pool(std::vector<double> capacity, std::vector<double> demand);

/// max_r d_ir / C_r of one task; infinite where there is nothing of what it needs.
double dominant_share(Instance const&, std::size_t user);
/// [N] of one resource for all tasks of a user; infinite where they have no limit.
std::vector<double> wanted_of(Instance const&, std::size_t resource);
/// [N] where a user has one weight.
std::vector<double> weights_of(Instance const&);
/// The number of tasks that an allocator without limits takes a demand for: one, if none is given.
double asked_tasks(Instance const&, std::size_t user);

}  // namespace fairslot::pool
