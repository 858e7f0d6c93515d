/// Servers that go down at random, and come back.
#pragma once

#include "host/random.hpp"
#include "host/scenario/scenario.hpp"
#include "kernels/problem.hpp"

namespace fairslot::workload {

/// Each server of so many goes down once or never.
void add_failures(ProblemBuilder& builder, scenario::Scenario::Cluster const& cluster,
                  std::int64_t servers, Random const& random);

}  // namespace fairslot::workload
