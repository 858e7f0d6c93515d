/// Counts what answers.
#pragma once

#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace search {

FAIRSLOT_FUNCTION inline void count(RunState& s, Path path) {
  ++s.search.questions[static_cast<int>(path)];
}

/// What was counted last had no answer: that comes by another path.
FAIRSLOT_FUNCTION inline void recount(RunState& s, Path counted, Path path) {
  --s.search.questions[static_cast<int>(counted)];
  count(s, path);
}

}  // namespace search
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
