#include "host/forecast/shape.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "host/scenario/cluster.hpp"
#include "host/traces/trace.hpp"
#include "host/workload/synthetic_jobs.hpp"
#include "host/workload/workload.hpp"

namespace fairslot::forecast {
namespace {

using scenario::Scenario;

int cut(double count) {
  return static_cast<int>(std::min(count, static_cast<double>(limits::count)));
}

int count_types(Problem const& p) {
  std::set<std::vector<std::int32_t>> types;
  List<std::int32_t> type(std::size_t(p.resources));
  for (int m = 0; m < p.servers; ++m) {
    for (int r = 0; r < p.resources; ++r) type[r] = p.capacity_of(r, m);
    types.insert(type);
  }
  return static_cast<int>(types.size());
}

int count_pairs(Problem const& p) {
  std::set<std::array<int, 4>> pairs;
  for (int u = 0; u < p.users(); ++u)
    for (int e = p.job_begin[u]; e < p.job_begin[u + 1]; ++e) pairs.insert(p.pair(u, e));
  return static_cast<int>(pairs.size());
}

int count_mixed(Problem const& p) {
  int mixed = 0;
  for (int u = 0; u < p.users(); ++u) {
    auto const first = p.demand.begin() + p.job_begin[u],
               end = p.demand.begin() + p.job_begin[u + 1];
    mixed += std::any_of(first, end, [&](int demand) { return demand != *first; });
  }
  return mixed;
}

int count_references(Problem const& p) {
  std::set<int> references;
  for (int c = 0; c < p.demand_classes(); ++c) {
    int first = 0;
    while (p.demand_of(c)[first] == 0) ++first;
    references.insert(first);
  }
  return static_cast<int>(references.size());
}

/// Jobs and users that name their servers.
int count_placed(Scenario const& scenario) {
  int placed = 0;
  for (Scenario::User const& user : scenario.users) placed += user.own.has_value();
  for (Scenario::User const& user : scenario.users)
    for (Scenario::Job const& job : user.jobs) placed += job.servers.has_value();
  return placed;
}

}  // namespace

ProblemShape shape_of(Problem const& p) {
  return {.resources = p.resources,
          .servers = p.servers,
          .server_types = count_types(p),
          .users = p.users(),
          .mixed_users = count_mixed(p),
          .entries = p.entries(),
          .demand_classes = p.demand_classes(),
          .placement_groups = p.placement_groups(),
          .pairs = count_pairs(p),
          .references = count_references(p),
          .job_weights = !p.job_weight.empty(),
          .server_limits = !p.per_server.empty(),
          .servers_change = p.some_change(Change::What::server_down)};
}

ProblemShape shape_of(Scenario const& s, double entries) {
  bool const drawn = s.workload.is_drawn();
  auto const users = static_cast<double>(user_count(s));
  auto const jobs = static_cast<double>(workload::job_count(s));
  constexpr double sets_of_types = 1024;
  ProblemShape shape{.resources = static_cast<int>(s.cluster.resources.size())};
  shape.servers = cut(static_cast<double>(scenario::server_count(s.cluster)));
  shape.server_types = static_cast<int>(scenario::server_types(s.cluster).size());
  shape.users = cut(users);
  shape.mixed_users = jobs > users ? shape.users : 0;
  shape.entries = cut(entries);
  bool const synthetic = s.workload.kind == Scenario::Kind::synthetic;
  double const demands =
      synthetic ? std::min(jobs, workload::most_synthetic_demands(s.workload)) : jobs;
  shape.demand_classes = cut(demands);
  std::size_t const sets = s.workload.is_trace() ? s.workload.log->sets.size() : 0;
  shape.placement_groups = drawn ? cut(std::min(users, sets_of_types))
                                 : 1 + cut(static_cast<double>(sets)) + count_placed(s);
  shape.pairs = cut(std::min(jobs, users * demands));
  shape.references = drawn && !synthetic ? 1 : shape.resources;
  shape.job_weights = changes_weights(s);
  shape.server_limits = limits_servers(s);
  shape.servers_change = servers_change(s);
  return shape;
}

double problem_bytes(ProblemShape const& s) {
  std::size_t const terms =
      (s.job_weights ? sizeof(double) : 0) + (s.server_limits ? sizeof(std::int32_t) : 0);
  auto const entry = static_cast<double>(6 * sizeof(std::int32_t) + terms);
  constexpr double user = sizeof(double) + sizeof(std::int32_t);
  double const server = double{sizeof(std::int32_t)} * s.resources + sizeof(double);
  auto const words = (s.servers + 63) / 64;
  double const group = double{sizeof(std::uint64_t)} * words;
  return entry * s.entries + user * s.users + server * s.servers + group * s.placement_groups +
         sizeof(std::int32_t) * static_cast<double>(s.resources) * s.demand_classes;
}

}  // namespace fairslot::forecast
