/// Small explicit problems, drawn by counter: what schedules are compared with their optimum on.
#pragma once

#include <cstdint>

#include "host/random.hpp"
#include "kernels/problem.hpp"

namespace fairslot::pool {

/// At most.
struct ProblemSize {
  std::int64_t servers = 3, users = 3, slots = 6;
};

/// Two resources. Each user has up to two jobs of one demand and one duration, so that its credit
/// is that of any schedule; half of the users may not use every server.
Problem random_problem(Random const&, std::uint32_t number, ProblemSize const&);

}  // namespace fairslot::pool
