/// What the oracle computes from servers and demands: H, the score of best fit, and the shadow.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/list.hpp"
#include "kernels/problem.hpp"

namespace fairslot {

/// A cluster that one user has to itself: no placement constraints, demand without end. Simulated
/// literally, server by server; h(t) under h = exclusive is what starts in it in slot t.
class ShadowCluster {
 public:
  explicit ShadowCluster(Problem const& problem);

  /// Ends the tasks whose release slot has come.
  void release(std::int64_t slot);
  /// Starts all tasks of this demand that fit; returns how many. Call release(slot) before.
  std::int64_t fill(std::int64_t slot, std::span<std::int32_t const> demand, std::int64_t duration);

 private:
  struct Server {
    std::vector<std::int64_t> left;  ///< [K]
  };
  struct Batch {
    std::int64_t release;
    std::size_t server;
    std::vector<std::int64_t> held;  ///< [K]
  };
  std::vector<Server> servers_;
  std::vector<Batch> running_;
};

/// H: tasks of this demand that the whole empty cluster can run at once, permitted sets ignored.
std::int64_t monopoly(Problem const& problem, std::span<std::int32_t const> demand);

/// Tasks of this demand that fit into what is left of one server.
std::int64_t fitting(std::span<std::int64_t const> left, std::span<std::int32_t const> demand);

/// H of best fit: how far what is left of a server is from the task's shape, in shares of the
/// cluster, relative to the first resource that the task needs.
double score(std::span<std::int64_t const> totals, std::span<std::int64_t const> left,
             std::span<std::int32_t const> demand);

/// The score of a placement by its name; first fit has none.
double score(std::string_view fit, std::span<std::int64_t const> totals,
             std::span<std::int64_t const> left, std::span<std::int32_t const> demand);

/// The cluster's capacity, [K].
List<std::int64_t> capacity_totals(Problem const& problem);

/// The empty server's capacity, [K].
List<std::int64_t> capacity_of(Problem const& problem, int server);

/// The demand vector of an entry, [K].
std::span<std::int32_t const> demand_of(Problem const& problem, int entry);

}  // namespace fairslot
