/// What policies of `fairslot run` come to on a problem, beside the optimum of program (10).
#pragma once

#include <string>
#include <vector>

#include "host/pool/optimum.hpp"
#include "kernels/policy_spec.hpp"

namespace fairslot::pool {

struct Scheduled {
  std::string name;          ///< "optimum", or the policy's
  List<std::int64_t> tasks;  ///< [N] started
  CreditShare share;         ///< the lowest
};

/// The optimum, then each policy. Needs a Runtime; throws as best_starts(), and std::runtime_error
/// where a run comes to no end.
std::vector<Scheduled> schedules_of(Problem const&, std::vector<Policy> const&);

}  // namespace fairslot::pool
