#include "kernels/alone.hpp"

#include <stdexcept>
#include <string>

namespace fairslot {
namespace {

bool owns(Problem const& p, int user, int server) {
  int const group = p.own.empty() ? -1 : p.own[user];
  if (group >= 0) return p.permits(group, server);
  return (p.listed.empty() ? server : p.listed[server]) % p.users() == user;
}

/// Of each user when it is alone.
std::vector<Starts> starts_alone(Problem const& problem, Policy const& policy,
                                 SimulatorSettings settings) {
  std::vector<Starts> starts(problem.weight.size());
  auto const take = [&](std::uint64_t user, Records const& records) {
    for (SlotRow const& row : records.slot_rows)
      if (row.started > 0) starts[user].emplace_back(row.slot, row.started);
  };
  settings.engine = Engine::automatic;
  settings.resident = most_alone;
  Simulator simulator(settings);
  for (int next = 0; next < problem.users() || !simulator.idle();) {
    settings.check();
    for (; next < problem.users() && simulator.has_room(); ++next)
      simulator.add(static_cast<std::uint64_t>(next),
                    std::make_shared<Problem const>(alone(problem, next)), policy_alone(policy),
                    {.slots = true, .picks = false, .queueing = false});
    for (RunResult const& run : simulator.advance(0.2, take)) {
      if (run.status != RunStatus::complete)
        throw std::runtime_error("user " + std::to_string(run.id) + " alone on its own servers: " +
                                 std::string(status_message(run.status)));
      take(run.id, run);
    }
  }
  return starts;
}

}  // namespace

bool counts_contributions(Policy const& policy) {
  return option_value(policy, "weights") == "contribution";
}

Policy policy_alone(Policy const& policy) {
  std::string text = "fifo";
  char separator = ':';
  for (char const* const name : {"fit", "backfill", "skip_unplaceable"}) {
    std::string const value = option_value(policy, name);
    if (value.empty() || value == "pool") continue;  // a pool: fifo's own way on servers
    text += separator + (name + ("=" + value));
    separator = ',';
  }
  return parse_policy(text);
}

Problem alone(Problem const& p, int user) {
  ProblemBuilder builder(p.resources, p.horizon);
  List<std::int64_t> total(static_cast<std::size_t>(p.resources));
  List<std::int32_t> capacity(static_cast<std::size_t>(p.resources));
  List<int> own;
  for (int m = 0; m < p.servers; ++m) {
    for (int r = 0; r < p.resources; ++r) total[r] += capacity[r] = p.capacity_of(r, m);
    if (!owns(p, user, m)) continue;
    own.push_back(m);
    builder.add_server(capacity);
  }
  builder.add_user();
  if (!p.leave.empty()) builder.set_leave(0, p.leave[user]);
  for (int e = p.job_begin[user]; e < p.job_begin[user + 1]; ++e) {
    std::vector<std::int32_t> permitted;
    for (int i = 0; i < std::ssize(own); ++i)
      if (p.permits(p.placement[e], own[i])) permitted.push_back(i);
    JobTerms terms;
    if (!p.per_server.empty()) terms.per_server = p.per_server[e];
    builder.add_job(0, p.submit[e], p.tasks[e], p.duration[e],
                    {p.demand_of(p.demand[e]), static_cast<std::size_t>(p.resources)},
                    builder.placement(permitted), p.job[e], terms);
  }
  Problem problem = std::move(builder).build();
  problem.total = std::move(total);
  return problem;
}

Problem with_contributions(Problem problem, Policy const& policy,
                           SimulatorSettings const& settings) {
  std::vector<Starts> const starts = starts_alone(problem, policy, settings);
  return with_starts(std::move(problem), starts);
}

Problem with_starts(Problem problem, std::vector<Starts> const& of_users) {
  problem.alone_begin.push_back(0);
  for (Starts const& starts : of_users) {
    std::int64_t sum = 0;
    for (auto const& [slot, started] : starts) {
      problem.alone_slot.push_back(slot);
      problem.alone_sum.push_back(sum += started);
    }
    problem.alone_begin.push_back(static_cast<std::int32_t>(problem.alone_slot.size()));
  }
  return problem;
}

}  // namespace fairslot
