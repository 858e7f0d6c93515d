/// Marks of users, and the slots that are in the policy's books.
#pragma once

#include "kernels/state.hpp"

namespace fairslot::inline FAIRSLOT_ISA::users {

/// Has tasks queued and is not blocked.
FAIRSLOT_FUNCTION inline bool waits(RunState const& s, int user) {
  return s.waiting[user / 64] >> (user % 64) & 1;
}

FAIRSLOT_FUNCTION inline void mark_dirty(RunState& s, int user) {
  s.dirty[user / 64] |= std::uint64_t{1} << (user % 64);
}

}  // namespace fairslot::inline FAIRSLOT_ISA::users
