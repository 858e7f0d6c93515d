/// A run whose policy comes into force in some slot goes through all slots before it with the
/// picks that were made then, by whatever policy: what its policy keeps of users is as if it had
/// watched from slot 1 on. Nothing is searched or recorded meanwhile, and who still waits has not
/// been tried.
#pragma once

#include "kernels/users/start.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace replay {

/// The current slot is one of those.
FAIRSLOT_FUNCTION inline bool is_on(RunState const& s) { return s.clock.slot < s.replay.until; }

/// From slot `next` on the run picks for itself.
FAIRSLOT_FUNCTION inline void end(RunState& s, std::int64_t next) {
  if (next < s.replay.until || s.replay.until == 0) return;
  FAIRSLOT_ASSERT(s.replay.next == s.replay.count);
  s.replay.until = 0;
  s.books.record_rows = s.replay.then_rows;
  s.books.record_picks = s.replay.then_picks;
}

/// The slot of the next pick, if that is before `next`.
FAIRSLOT_FUNCTION inline std::int64_t or_start(RunState const& s, std::int64_t next) {
  if (s.replay.next == s.replay.count) return next;
  std::int64_t const slot = s.replay.start[s.replay.next].slot;
  return slot < next ? slot : next;
}

/// A task of a job behind the head, where later jobs passed those that found no room: the job is
/// the head for that while. False: a sum overflowed.
template <int K, class Executor>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool start_passing(ProblemView const& p, RunState& s,
                                                          PastStart const& past) {
  if (!users::book<K>(p, s, past.user)) return false;
  std::int32_t const front = s.users.head[past.user];
  s.users.head[past.user] = past.entry;
  bool const fits =
      users::run_until<K, General, Executor>(p, s, past.user, past.server, past.end) &&
      users::book<K>(p, s, past.user);
  s.users.head[past.user] = front;
  return fits;
}

template <int K, class Executor>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool start_again(ProblemView const& p, RunState& s,
                                                        PastStart const& past) {
  // In the first of several passes not all that start had their turn.
  keys::settle<K>(p, s, past.user, s.clock.slot - 1);
  if (past.entry != s.users.head[past.user]) return start_passing<K, Executor>(p, s, past);
  return users::start_until<K, General, Executor>(p, s, past.user, past.server, past.end) !=
         users::Started::overflow;
}

/// Starts what was started in this slot, or pauses (s.clock.pause), to be called again. Called by
/// one lane. False: a sum overflowed.
template <int K, class Executor>
[[nodiscard]] FAIRSLOT_APART FAIRSLOT_FUNCTION inline bool start_all(ProblemView const& p,
                                                                     RunState& s,
                                                                     std::int64_t& budget) {
  for (; or_start(s, s.clock.slot + 1) == s.clock.slot; ++s.replay.next, --budget) {
    s.clock.pause = users::obstacle(s);
    if (s.clock.pause == Pause::none && budget <= 0) s.clock.pause = Pause::budget;
    if (s.clock.pause != Pause::none) return true;
    if (!start_again<K, Executor>(p, s, s.replay.start[s.replay.next])) return false;
  }
  return true;
}

}  // namespace replay
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
