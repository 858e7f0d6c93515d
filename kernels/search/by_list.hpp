#pragma once

#include "kernels/search/among_released.hpp"
#include "kernels/search/count.hpp"
#include "kernels/search/question.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace search {

/// The servers released in this slot, where they are few: see servers/released.hpp. Who is
/// certified, as nearly all are under overload, is known to reach some of them: see
/// users/freeze.hpp.
struct ByList {
  struct State {};

  template <int K>
  static constexpr bool answers = true;
  FAIRSLOT_FUNCTION static bool taken(RunState const& s) { return released::listed(s); }

  template <int K>
  FAIRSLOT_FUNCTION static std::int32_t find(ProblemView const& p, RunState& s, State&,
                                             Question q) {
    if (!q.among_released) return undecided;
    bool const certified = s.seats.certified[q.seat / 64] >> (q.seat % 64) & 1;
    count(s, certified ? Path::reach : Path::released);
    return released::best<K>(p, s, q.demand,
                             certified ? released::open_to_certified(s, q.seat)
                                       : released::open_to<K>(p, s, q.entry, q.allowed));
  }
};

}  // namespace search
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
