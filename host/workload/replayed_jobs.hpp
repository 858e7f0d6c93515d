/// The jobs of a trace as a sample hands them in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/random.hpp"
#include "host/scenario/cluster.hpp"
#include "kernels/check.hpp"
#include "kernels/problem.hpp"

namespace fairslot::workload {

struct ReplayedJob {
  std::uint32_t job;    ///< of the trace
  std::int32_t submit;  ///< slot
};

/// In the order of submission. Throws InputError where there are none, too many or later slots than
/// there may be.
std::vector<ReplayedJob> replayed_jobs(scenario::Scenario const&, Random const&,
                                       Check const& check = no_check);

/// Slots of a run of these jobs; 0: until drained.
std::int64_t replay_horizon(scenario::Scenario const&, std::vector<ReplayedJob> const&);

/// Adds all users of the trace, who take turns in `queues`, with these jobs.
void add_replayed_users(ProblemBuilder&, scenario::Scenario const&,
                        std::vector<scenario::ServerType> const&, std::vector<int> const& queues,
                        std::vector<ReplayedJob> const&, Random const&, Check const&);

/// What the first sample came to be.
struct ReplayFacts {
  std::int64_t jobs, tasks, users;  ///< users: that have a job
  std::vector<double> load;         ///< [K] demand times duration beside what the cluster has, as
                                    ///< OfferedLoad; without departures demand beside capacity
};
ReplayFacts replay_facts(scenario::Scenario const&);

}  // namespace fairslot::workload
