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

}  // namespace fairslot::pool::twins
