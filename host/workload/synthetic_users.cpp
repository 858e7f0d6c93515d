#include "host/workload/synthetic_users.hpp"

#include <algorithm>

#include "host/workload/constraints.hpp"
#include "host/workload/synthetic_jobs.hpp"
#include "host/workload/trace_jobs.hpp"
#include "kernels/primitives/numbers.hpp"

namespace fairslot::workload {
namespace {

using scenario::Scenario;
using Demand = std::vector<std::int32_t>;  // [K]

/// A user and a demand of some job of it, in one number: ascending by user, each pair once.
std::vector<std::int64_t> demands_of_users(std::vector<SyntheticJob> const& jobs) {
  std::vector<std::int64_t> pairs;
  pairs.reserve(jobs.size());
  for (SyntheticJob const& job : jobs)
    pairs.push_back(std::int64_t{job.user} << 32 | std::int64_t{job.demand});
  sort_distinct(pairs);
  return pairs;
}

/// [N] of each user the slot of its first job.
std::vector<std::int32_t> first_slots(std::vector<SyntheticJob> const& jobs, std::size_t users) {
  std::vector<std::int32_t> first(users, limits::count);
  for (SyntheticJob const& job : jobs) {
    std::int32_t& slot = first[static_cast<std::size_t>(job.user)];
    slot = std::min(slot, job.submit);
  }
  return first;
}

}  // namespace

void add_synthetic_users(ProblemBuilder& builder, Scenario const& scenario,
                         std::vector<scenario::ServerType> const& types,
                         std::vector<int> const& queues, Random const& random, Check const& check) {
  Scenario::Workload const& w = scenario.workload;
  SyntheticJobs const drawn = draw_synthetic_jobs(scenario, random, check);
  auto const users = static_cast<std::uint32_t>(scenario::user_count(scenario));
  auto const pairs = demands_of_users(drawn.jobs);
  auto const first = first_slots(drawn.jobs, users);

  PermittedServers servers(types);
  std::vector<int> groups;  // [N]
  auto pair = pairs.begin();
  for (std::uint32_t u = 0; u < users; ++u) {
    check();
    int const user = builder.add_user(1.0, queues.empty() ? -1 : queues[u % queues.size()]);
    std::vector<Demand> demands;
    for (; pair != pairs.end() && *pair >> 32 == user; ++pair)
      demands.push_back(drawn.demands[static_cast<std::uint32_t>(*pair)]);
    groups.push_back(servers.group(builder, draw_permitted(w, random, u, types, demands)));
    if (auto const leave = draw_leave(w, random, u, first[u])) builder.set_leave(user, *leave);
  }
  for (SyntheticJob const& job : drawn.jobs) {
    check();
    builder.add_job(job.user, job.submit, job.tasks, job.duration,
                    drawn.demands[static_cast<std::size_t>(job.demand)],
                    groups[static_cast<std::size_t>(job.user)]);
  }
}

}  // namespace fairslot::workload
