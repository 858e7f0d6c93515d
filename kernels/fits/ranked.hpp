/// Servers in order of their scores.
#pragma once

#include "kernels/fits/best.hpp"
#include "kernels/fits/candidate_state.hpp"

namespace fairslot::inline FAIRSLOT_ISA {

/// After all servers.
FAIRSLOT_FUNCTION constexpr Ranked nobody() {
  return {best_fit::none_yet.score, best_fit::none_yet.server};
}

FAIRSLOT_FUNCTION inline bool before(Ranked const& a, Ranked const& b) {
  return a.score < b.score || (a.score == b.score && a.server < b.server);
}

}  // namespace fairslot::inline FAIRSLOT_ISA
