/// The servers of a scenario.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "host/scenario/describe.hpp"
#include "host/scenario/scenario.hpp"

namespace fairslot::scenario {

inline constexpr std::array<std::string_view, 2> table3_resources = {"cpu_milli", "mem_mib"};
/// What the trace's tasks ask for.
inline constexpr auto trace_resources = table3_resources;

/// Servers numbered in a row that are alike.
struct ServerType {
  std::int64_t count;
  std::vector<std::int64_t> capacity;  ///< [K]
  std::vector<std::string> attributes = {};
  double speed = 1.0;
  std::string of_class = {};
};

/// In the order of the servers, scaled to cluster.servers; types of which none is left are kept
/// with count 0, so that a type's number never depends on the scale.
std::vector<ServerType> server_types(Scenario::Cluster const&);
std::size_t type_count(Scenario::Cluster const&);
std::int64_t listed_servers(Scenario::Cluster const&);
std::int64_t server_count(Scenario::Cluster const&);

}  // namespace fairslot::scenario
