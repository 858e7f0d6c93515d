#pragma once

#include "kernels/search/count.hpp"
#include "kernels/search/question.hpp"
#include "kernels/search/scan.hpp"
#include "kernels/servers/room.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace search {

/// All permitted servers: answers every question.
struct ByScan {
  struct State {};

  template <int K>
  static constexpr bool answers = true;
  FAIRSLOT_FUNCTION static bool taken(RunState const&) { return true; }

  template <int K>
  FAIRSLOT_FUNCTION static std::int32_t find(ProblemView const& p, RunState& s, State&,
                                             Question q) {
    return instead<K>(p, s, q, Path::scan);
  }

  /// Server m, the best of all but for limits a server, or the best of those within them.
  template <int K>
  FAIRSLOT_FUNCTION static std::int32_t within_limits(ProblemView const& p, RunState& s, Question q,
                                                      std::int32_t m) {
    bool const holds = m < 0 || servers::within_limit(p, s, q.entry, m);
    return holds ? m : instead<K>(p, s, q, Path::scan_limited);
  }

  /// Of somebody who cannot answer.
  template <int K>
  FAIRSLOT_APART FAIRSLOT_FUNCTION static std::int32_t instead(ProblemView const& p, RunState& s,
                                                               Question q, Path why) {
    count(s, why);
    if (s.policy.narrows) return scan::find<K, true>(p, s, q.entry, q.allowed);
    return scan::find<K, false>(p, s, q.entry, q.allowed);
  }
};

}  // namespace search
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
