#include "host/stages/fairness.hpp"

#include <algorithm>

namespace fairslot::stages {
namespace {

constexpr std::size_t ahead = 4;  // servers whose stages are asked for, while one is looked at

/// Dominant share of what the tasks of each active job are given now; `given`: [jobs][resources].
std::vector<double> shares_of(Instance const& instance, std::vector<double> const& given,
                              Amounts const& total, std::size_t arrived,
                              std::vector<std::int64_t> const& left) {
  std::vector<double> shares;
  for (std::size_t j = 0; j < arrived; ++j) {
    if (left[j] == 0 || instance.jobs[j].service) continue;
    double share = 0;
    for (std::size_t r = 0; r < instance.resources.size(); ++r)
      share = std::max(share, part_of(given[j * instance.resources.size() + r], total[r]));
    shares.push_back(share);
  }
  return shares;
}

}  // namespace

double jain(std::vector<double> const& shares) {
  double sum = 0, squares = 0;
  for (double const share : shares) sum += share, squares += share * share;
  return squares > 0 ? sum * sum / (static_cast<double>(shares.size()) * squares) : 1.0;
}

SampleOutcome sampled(double time, std::size_t arrived, Instance const& instance,
                      std::vector<Server> const& servers, Scheduler const& scheduler,
                      std::vector<std::int64_t> const& left) {
  SampleOutcome own;
  own.time = time;
  Amounts total = {}, reserved = {}, used = {};
  double used_cpu = 0;
  std::size_t const resources = instance.resources.size();
  std::vector<double> given(instance.jobs.size() * resources);
  for (std::size_t s = 0; s < servers.size(); ++s) {
    Server const& server = servers[s];
    if (s + ahead < servers.size()) servers[s + ahead].fetch_stages();
    add(total, server.capacity()), add(reserved, scheduler.reserved(s)), add(used, server.used());
    used_cpu += static_cast<double>(server.used()[cpu]) * server.given();
    own.squeezed += server.is_squeezed();
    own.compression_mean += server.compression() / static_cast<double>(servers.size());
    own.compression_most = std::max(own.compression_most, server.compression());
    ++own.policies[static_cast<std::size_t>(scheduler.policy(s))];
    for (InStage const& one : server.in_stages()) {
      double* const of_job = &given[static_cast<std::size_t>(one.job) * resources];
      for (std::size_t r = 0; r < resources; ++r)
        of_job[r] += static_cast<double>(one.stage->need[r]) * (r == cpu ? server.given() : 1.0);
    }
  }
  own.used_cpu = part_of(used_cpu, total[cpu]);
  own.used_memory = part_of(used[memory], total[memory]);
  own.reserved_cpu = part_of(reserved[cpu], total[cpu]);
  own.reserved_memory = part_of(reserved[memory], total[memory]);
  auto const shares = shares_of(instance, given, total, arrived, left);
  own.active_jobs = static_cast<std::int32_t>(shares.size());
  own.jain = jain(shares);
  return own;
}

WorkerOutcome sampled_worker(double time, std::size_t worker, Server const& server, Policy policy) {
  double const cpu_given = static_cast<double>(server.used()[cpu]) * server.given();
  return {time,
          static_cast<std::int32_t>(worker),
          part_of(cpu_given, server.capacity()[cpu]),
          part_of(server.used()[memory], server.capacity()[memory]),
          server.compression(),
          policy};
}

}  // namespace fairslot::stages
