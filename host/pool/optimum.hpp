/// How far a schedule of whole tasks is from the best one: program (10) of Li and Wang 2024, of
/// which TV-TSF is a greedy heuristic, and others that never heard of it.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/list.hpp"
#include "kernels/problem.hpp"

namespace fairslot::pool {

/// What the program divides a user's tasks by, and how many it wants, by the horizon.
struct Wanted {
  List<double> credit;       ///< [N] W: Σ w·h since its arrival; 0: it can have none
  List<std::int64_t> tasks;  ///< [N] B
};

/// With d, e and w of the user's first job, the head of its queue as long as nothing was started.
Wanted wanted_of(Problem const&);

/// A user's tasks over its credit.
struct CreditShare {
  std::int64_t tasks = 0;
  double credit = 1;
  double value() const { return static_cast<double>(tasks) / credit; }
};

/// Of those who have not all they want the lowest, or of all the highest that anybody could have.
CreditShare lowest_share(Wanted const&, std::span<std::int64_t const> started);

/// Throws std::runtime_error, key and what is wrong, for a problem that the program does not know.
void require_known(Problem const&);

/// [N] tasks that each user starts in a schedule whose lowest share is the highest. Throws
/// std::runtime_error where there is too much to choose from, NotConverged.
List<std::int64_t> best_starts(Problem const&, Wanted const&);

}  // namespace fairslot::pool
