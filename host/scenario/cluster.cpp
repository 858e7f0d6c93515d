#include "host/scenario/cluster.hpp"

#include <algorithm>

#include "host/data/tables.hpp"
#include "host/traces/trace.hpp"

namespace fairslot::scenario {
namespace {

/// Nodes in a row that are alike are one type.
std::vector<ServerType> types_of(traces::Trace const& trace) {
  std::size_t const resources = trace.resources.size();
  std::vector<ServerType> types;
  for (std::size_t node = 0; node < trace.nodes(); ++node) {
    std::int32_t const* const capacity = trace.capacity_of(node);
    std::int32_t const of_class = trace.node_class[node];
    bool const alike = node > 0 && of_class == trace.node_class[node - 1] &&
                       trace.speed[node] == trace.speed[node - 1] &&
                       std::equal(capacity, capacity + resources, capacity - resources);
    if (!alike)
      types.push_back({.count = 0,
                       .capacity = {capacity, capacity + resources},
                       .speed = trace.speed[node],
                       .of_class = of_class < 0 ? "" : trace.classes[std::size_t(of_class)]});
    ++types.back().count;
  }
  return types;
}

std::vector<ServerType> listed_types(Scenario::Cluster const& cluster) {
  std::vector<ServerType> types;
  if (cluster.name == Scenario::ClusterName::groups)
    for (Scenario::Group const& group : cluster.groups)
      types.push_back({.count = group.count,
                       .capacity = group.capacity,
                       .attributes = group.attributes,
                       .of_class = group.of_class});
  else if (cluster.name == Scenario::ClusterName::trace)
    types = types_of(*cluster.nodes);
  else
    for (data::Row const& row : data::table3_rows())  // servers, cores, GB
      types.push_back({row[0], {row[1] * 1000, row[2] * 1024}});
  return types;
}

std::int64_t total(std::vector<ServerType> const& types) {
  std::int64_t sum = 0;
  for (ServerType const& type : types) sum += type.count;
  return sum;
}

}  // namespace

std::size_t type_count(Scenario::Cluster const& cluster) { return listed_types(cluster).size(); }

std::int64_t listed_servers(Scenario::Cluster const& cluster) {
  return total(listed_types(cluster));
}

std::int64_t server_count(Scenario::Cluster const& cluster) {
  return cluster.servers ? cluster.servers : listed_servers(cluster);
}

std::vector<ServerType> server_types(Scenario::Cluster const& cluster) {
  auto types = listed_types(cluster);
  for (std::size_t t = 0; t < cluster.speeds.size(); ++t) types[t].speed = cluster.speeds[t];
  std::int64_t const listed = total(types), wanted = server_count(cluster);
  if (listed == 0) return types;
  std::int64_t end = 0, first = 0;  // server m is like server floor(m * listed / wanted)
  for (ServerType& type : types) {
    end += type.count;
    std::int64_t const next = (end * wanted + listed - 1) / listed;
    type.count = next - first;
    first = next;
  }
  return types;
}

}  // namespace fairslot::scenario
