/// Servers in order of their scores.
#pragma once

#include "kernels/search/score.hpp"
#include "kernels/state/candidates.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// After all servers.
FAIRSLOT_FUNCTION constexpr Ranked nobody() {
  return {score::none_yet.score, score::none_yet.server};
}

FAIRSLOT_FUNCTION inline bool before(Ranked const& a, Ranked const& b) {
  return a.score < b.score || (a.score == b.score && a.server < b.server);
}

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
