#include "host/scenario/cluster.hpp"

#include "host/data/tables.hpp"

namespace fairslot::scenario {
namespace {

std::vector<ServerType> listed_types(Scenario::Cluster const& cluster) {
  std::vector<ServerType> types;
  if (cluster.name == Scenario::ClusterName::groups)
    for (Scenario::Group const& group : cluster.groups)
      types.push_back({group.count, group.capacity, group.attributes});
  else
    for (data::Row const& row : data::table3_rows())  // servers, cores, GB
      types.push_back({row[0], {row[1] * 1000, row[2] * 1024}});
  for (std::size_t t = 0; t < cluster.speeds.size(); ++t) types[t].speed = cluster.speeds[t];
  return types;
}

std::int64_t total(std::vector<ServerType> const& types) {
  std::int64_t sum = 0;
  for (ServerType const& type : types) sum += type.count;
  return sum;
}

}  // namespace

std::size_t type_count(Scenario::Cluster const& cluster) {
  bool const listed = cluster.name == Scenario::ClusterName::groups;
  return listed ? cluster.groups.size() : data::table3_rows().size();
}

std::int64_t listed_servers(Scenario::Cluster const& cluster) {
  return total(listed_types(cluster));
}

std::int64_t server_count(Scenario::Cluster const& cluster) {
  return cluster.servers ? cluster.servers : listed_servers(cluster);
}

std::vector<ServerType> server_types(Scenario::Cluster const& cluster) {
  auto types = listed_types(cluster);
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
