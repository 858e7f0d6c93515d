/// The servers of an instance; one pool is one of them. And what a user has on them alone.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "host/pool/instance.hpp"

namespace fairslot::pool {

/// Servers of equal capacity and speed that the same users may use.
struct ServerClass {
  std::vector<double> capacity;  ///< [K] of one of them
  double speed;
  std::vector<std::uint8_t> permitted;  ///< [N]
  std::vector<std::size_t> servers;     ///< which they are; of one pool 0
  double count() const { return static_cast<double>(servers.size()); }
};

/// In the order of their first servers.
std::vector<ServerClass> classes_of(Instance const&);

/// Tasks of this demand for which there is room; only whole ones if `floor`.
double room(std::span<double const> capacity, std::span<double const> demand, bool floor);

struct AloneTerms {
  bool permitted = false;  ///< on servers that the user may use
  bool floor = false;      ///< whole tasks only
  bool by_speed = false;   ///< a server's tasks count as often as it is fast
};
/// [N] for how many tasks of each user the servers have room when nobody else is there.
std::vector<double> alone(Instance const&, AloneTerms const&);

/// [N] each number as often as its user weighs.
std::vector<double> weighted(Instance const&, std::vector<double> numbers);

}  // namespace fairslot::pool
