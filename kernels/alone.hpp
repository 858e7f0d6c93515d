/// tvtsf:weights=contribution (Li and Wang 2024, theorem 1): a user's sum is of the tasks that it
/// would start in each slot if it were alone on its own servers. That is an ordinary run, under
/// fifo, of a problem with that user and these servers; the main run is given its starts. Free of
/// Kokkos.
#pragma once

#include "kernels/simulation.hpp"

namespace fairslot {

/// So many of these runs are under way together.
inline constexpr int most_alone = 64;

/// Does the policy ask for it?
bool counts_contributions(Policy const&);

/// The problem of the user alone. Of `problem` as presented: servers are in their order.
Problem alone(Problem const& problem, int user);
/// The policy of that run.
Policy policy_alone(Policy const&);

/// Bytes of these runs, as if every user had all servers; 0 for other policies.
std::size_t bytes_alone(ProblemShape shape, Policy const&);

/// Slots in which a user starts tasks, ascending, and how many.
using Starts = std::vector<std::pair<std::int64_t, std::int64_t>>;
/// The problem with these of each user, when it is alone.
Problem with_starts(Problem problem, std::vector<Starts> const& of_users);

/// The same, found by the engine: with the starts of all its users, each alone. Takes the time and
/// the memory of these runs; throws std::runtime_error, one line, where a sum of one overflows.
Problem with_contributions(Problem problem, Policy const&, SimulatorSettings const&);

}  // namespace fairslot
