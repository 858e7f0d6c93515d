/// The users of synthetic jobs.
#pragma once

#include <vector>

#include "host/random.hpp"
#include "host/scenario/cluster.hpp"
#include "kernels/check.hpp"
#include "kernels/problem.hpp"

namespace fairslot::workload {

/// Adds all of a sample's users, who take turns in `queues`, with their jobs.
void add_synthetic_users(ProblemBuilder&, scenario::Scenario const&,
                         std::vector<scenario::ServerType> const&, std::vector<int> const& queues,
                         Random const&, Check const&);

}  // namespace fairslot::workload
