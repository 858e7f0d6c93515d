/// Counts what answers.
#pragma once

#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace search {

FAIRSLOT_FUNCTION inline void count(RunState& s, Path path) {
  ++s.search.questions[static_cast<int>(path)];
}

}  // namespace search
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
