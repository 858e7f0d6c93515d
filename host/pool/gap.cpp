#include "host/pool/gap.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "kernels/simulation.hpp"

namespace fairslot::pool {
namespace {

List<std::int64_t> starts_of(Problem const& p, Policy const& policy) {
  RunResult const result = simulate(p, policy, {.slots = false, .queueing = false});
  if (result.status != RunStatus::complete)
    throw std::runtime_error(
        fmt::format("{}: {}", canonical_name(policy), status_message(result.status)));
  List<std::int64_t> tasks(static_cast<std::size_t>(p.users()), 0);
  for (int u = 0; u < p.users(); ++u)
    for (int e = p.job_begin[u]; e < p.job_begin[u + 1]; ++e) tasks[u] += result.entry_started[e];
  return tasks;
}

}  // namespace

std::vector<Scheduled> schedules_of(Problem const& p, std::vector<Policy> const& policies) {
  Wanted const wanted = wanted_of(p);
  std::vector<Scheduled> all{{"optimum", best_starts(p, wanted), {}}};
  for (Policy const& policy : policies)
    all.push_back({canonical_name(policy), starts_of(p, policy), {}});
  for (Scheduled& own : all) own.share = lowest_share(wanted, own.tasks);
  return all;
}

}  // namespace fairslot::pool
