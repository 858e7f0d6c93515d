/// Counts what answers.
#pragma once

#include "kernels/state.hpp"

namespace fairslot::inline FAIRSLOT_ISA::search {

FAIRSLOT_FUNCTION inline void count(RunState& s, Path path) {
  ++s.search.questions[static_cast<int>(path)];
}

}  // namespace fairslot::inline FAIRSLOT_ISA::search
