/// Which of the ways to find a server a run takes. Results never depend on it.
#pragma once

#include "kernels/simulation.hpp"
#include "kernels/state.hpp"

namespace fairslot {

struct EngineChoice {
  Search search;
  bool certificates;  ///< who found no room is asked again only about released servers
};

/// A wish that does not suit the problem or the policy (an index is for best fit only, `ratio` for
/// two resources) is replaced by the nearest that does.
EngineChoice choose_engine(Engine wish, int resources, int servers, Asked asked,
                           Traits const& traits);

/// How many servers a task may use, on average over all tasks; all of them where there are no
/// tasks.
double mean_permitted(Problem const& problem);

/// Work that is submitted up to the horizon, or the last submit slot, over what the cluster can do
/// until then, of the resource of which that is most.
double offered_load(Problem const& problem);

Asked asked_of(Problem const& problem);

}  // namespace fairslot
