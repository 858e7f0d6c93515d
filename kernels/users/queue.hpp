/// A user's queue: entries head .. tail-1, the head with `left` tasks not yet started.
#pragma once

#include "kernels/policies/policies.hpp"
#include "kernels/state/users.hpp"
#include "kernels/users/freeze.hpp"

namespace fairslot::inline FAIRSLOT_ISA::queue {

FAIRSLOT_FUNCTION inline void leave(RunState& s, int user) {
  s.waiting[user / 64] &= ~(std::uint64_t{1} << (user % 64));
  s.seats_stale = true;
  users::mark_dirty(s, user);
}

template <int K>
FAIRSLOT_FUNCTION inline bool can_ever_run(ProblemView const& p, RunState const& s,
                                           std::int32_t entry) {
  std::uint32_t const need = s.traits.pool               ? on_pool
                             : s.traits.ignore_permitted ? on_any
                                                         : on_permitted;
  return (p.entry[entry].hosted & need) != 0 && Policies::can_run<K>(p, s, entry);
}

/// The user's head can never run: it takes part in nothing any more.
FAIRSLOT_FUNCTION inline void block(ProblemView const& p, RunState& s, int user) {
  for (std::int32_t e = s.head[user]; e < s.tail[user]; ++e) s.queued -= p.entry[e].tasks;
  s.is_blocked[user] = 1;
  s.blocked[2 * s.blocked_count] = user;
  s.blocked[2 * s.blocked_count + 1] = s.head[user];
  ++s.blocked_count;
  leave(s, user);
}

/// Shows the head's demand and placement where many users are looked at together. A user keeps its
/// certificate only with the same ones.
template <int K>
FAIRSLOT_FUNCTION inline void show_head(ProblemView const& p, RunState& s, int user) {
  Entry const& entry = p.entry[s.head[user]];
  if (entry.pair == s.head_pair[user]) return;
  s.head_pair[user] = entry.pair;
  if (s.lists_released && entry.placement != s.shown_group[user])
    freeze::show_placement(p, s, user, servers::permitted(p, s, s.head[user]));
  s.shown_group[user] = entry.placement;
  int const seat = s.seat[user];
  if (s.seated[seat] != user) return;  // it has none yet
  seats::show_head<K>(p, s, user);
  s.certified[seat / 64] &= ~(std::uint64_t{1} << (seat % 64));
}

/// Puts the user's next entry, which has arrived, at the head. False: the user is blocked.
template <int K>
FAIRSLOT_FUNCTION inline bool open_head(ProblemView const& p, RunState& s, int user) {
  s.left[user] = p.entry[s.head[user]].tasks;
  prefetch(p.entry + s.head[user] + 1);
  prefetch(s.booked + s.head[user]);
  show_head<K>(p, s, user);
  if (can_ever_run<K>(p, s, s.head[user])) return true;
  block(p, s, user);
  return false;
}

}  // namespace fairslot::inline FAIRSLOT_ISA::queue
