/// The index over many servers that the run keeps, if any, for best fit.
#pragma once

#include "kernels/fits/candidate_lists.hpp"
#include "kernels/fits/kd_index.hpp"
#include "kernels/fits/ratio_index.hpp"
#include "kernels/state.hpp"

namespace fairslot::inline FAIRSLOT_ISA::index {

/// The classes of one reference resource are served: the one that most entries ask for.
FAIRSLOT_FUNCTION inline bool serves(ProblemView const& p, RunState const& s, int demand) {
  return (s.search == Search::ratio || s.search == Search::kd) &&
         p.reference_slot[demand] == p.main_reference;
}

template <int K>
FAIRSLOT_FUNCTION inline void build(ProblemView const& p, RunState& s) {
  if (s.search == Search::kd) kd_index::build<K>(p, s, s.kd_index, p.main_reference);
  if constexpr (K == 2)
    if (s.search == Search::ratio) ratio_index::build<K>(p, s, s.ratio_index, p.main_reference);
}

/// Server m's residual and ratios have changed.
template <int K>
FAIRSLOT_FUNCTION inline void changed(ProblemView const& p, RunState& s, int m) {
  if (s.search == Search::kd) kd_index::changed<K>(p, s, s.kd_index, m);
  if constexpr (K == 2)
    if (s.search == Search::ratio) ratio_index::changed<K>(p, s, s.ratio_index, m);
  if (s.search == Search::lists) candidate_lists::changed(s.candidates, m);
}

template <int K>
FAIRSLOT_FUNCTION inline std::int32_t find(ProblemView const& p, RunState& s, int demand,
                                           std::uint64_t const* allowed) {
  if constexpr (K == 2)
    if (s.search == Search::ratio)
      return ratio_index::find<K>(p, s, s.ratio_index, demand, allowed);
  return kd_index::find<K>(p, s, s.kd_index, demand, allowed);
}

}  // namespace fairslot::inline FAIRSLOT_ISA::index
