#include "host/audit/losses.hpp"

namespace fairslot::audit {

Fared::Fared(Problem const& problem, RunResult const& run)
    : of_users(problem.weight.size()), is_drained(problem.horizon == 0) {
  for (int u = 0; u < problem.users(); ++u)
    for (int e = problem.job_begin[u]; e < problem.job_begin[u + 1]; ++e)
      of_users[u] += is_drained ? run.entry_queue_sum[e] : run.entry_started[e];
}

}  // namespace fairslot::audit
