/// The mechanisms' slow twins: their sources' pseudo-code as it stands, round by round.
#pragma once

#include <span>
#include <vector>

#include "host/pool/instance.hpp"

namespace fairslot::pool::twins {

using Numbers = std::vector<double>;

/// Progressive filling in O(n² m): all who may rise, by the step to the next end. Tasks.
Numbers fill(Instance const&, Numbers const& cost, Numbers const& limit);

/// F_MMF of the thesis, user by user. Amounts.
Numbers max_min(double amount, Numbers const& wanted, Numbers const& weights);

/// max Σ w log x: one price after the other until what is bought of its resource is what there is,
/// by bisection, again and again. Tasks, to some 1e-6.
Numbers nash(Instance const&);

/// Whole tasks one after the other, everybody looked at for every one: who is picked.
std::vector<std::size_t> drf_picks(Instance const&, bool strict, bool highest_first);

/// The level at which a user begins to rise, and shares: what it has till then, what it wants, what
/// it gets a level.
struct Start {
  double level, held, wanted, rate;
};
/// The lowest rise together until they meet another, one has all it wants, or a resource ends.
/// Shares; `ratios` [N][K].
Numbers rise(Numbers const& ratios, std::vector<Start> const& starts);
/// Dominant shares slot by slot, with the guarantee alpha; with commitments that stay by delta.
std::vector<Numbers> dynamic_drf(Instance const&, double alpha);
std::vector<Numbers> sdrf(Instance const&, double delta);

/// The patent's step for every arrival, in O(n m) each, again for those who need nothing that has
/// ended. Tasks and M after every arrival and departure.
struct Arrived {
  double lowest;
  Numbers tasks;  ///< [N]
};
std::vector<Arrived> ddrf(Instance const&);

/// Level by level of all that are flat in some utility, each inverted by bisection. Amounts, to
/// some 1e-9.
Numbers utility_max_min(Instance const&, std::size_t resource);

/// The jobs that each has won, and has in the end; values by trying all orders of jobs, maximin
/// shares by trying all parts.
struct Won {
  double maximin_share;
  std::vector<std::size_t> won, jobs;
};
std::vector<Won> matching_bagfilling(Instance const&, double beta);

}  // namespace fairslot::pool::twins
