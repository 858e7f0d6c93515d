/// A user's queue: entries head .. tail-1, the head with `left` tasks not yet started. Where later
/// jobs may pass (backfill) or tasks are lost, some behind the head have none left; where they may
/// pass, the head may be behind the front within a slot.
#pragma once

#include "kernels/policies/policies.hpp"
#include "kernels/state.hpp"
#include "kernels/users/freeze.hpp"
#include "kernels/users/weights.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace queue {

FAIRSLOT_FUNCTION inline void stop_waiting(RunState& s, int user) {
  s.users.waiting[user / 64] &= ~(std::uint64_t{1} << (user % 64));
  s.seats.stale = true;
  s.users.mark_dirty(user);
}

template <int K>
FAIRSLOT_FUNCTION inline bool can_ever_run(ProblemView const& p, RunState const& s,
                                           std::int32_t entry) {
  return (p.entry[entry].hosted & s.policy.judge.needed) != 0 && Policies::can_run<K>(p, s, entry);
}

/// Tasks of the entry that have not started, by the books.
FAIRSLOT_FUNCTION inline std::int32_t not_started(ProblemView const& p, RunState const& s,
                                                  std::int32_t entry) {
  return p.entry[entry].tasks - s.books.booked[entry].started;
}

/// The next entry of the user's queue, or its tail.
template <class Rules = General>
FAIRSLOT_FUNCTION inline std::int32_t next(ProblemView const& p, RunState const& s, int user,
                                           std::int32_t entry) {
  do ++entry;
  while (Rules::asks(s.users.gaps) && entry < s.users.tail[user] && not_started(p, s, entry) == 0);
  return entry;
}

/// So many more tasks of the entry are queued.
template <int K>
FAIRSLOT_FUNCTION inline void add(ProblemView const& p, RunState& s, std::int32_t entry,
                                  std::int64_t tasks) {
  std::int32_t const* const demand = demand_of<K>(p, p.entry[entry].demand);
  Amount* const queued = s.users.queued + std::int64_t{p.entry[entry].user} * K;
  for (int r = 0; r < K; ++r)
    queued[r] += static_cast<Amount>(demand[r]) * static_cast<Amount>(tasks);
  s.books.queued += tasks;
}

/// Takes all that is left of the user's queue out of it.
template <int K>
FAIRSLOT_FUNCTION inline void cancel(ProblemView const& p, RunState& s, int user) {
  for (std::int32_t e = s.users.head[user]; e < s.users.tail[user]; ++e)
    s.books.queued -= not_started(p, s, e);
  for (int r = 0; r < K; ++r) s.users.queued[std::int64_t{user} * K + r] = 0;
  FAIRSLOT_ASSERT(s.books.queued >= 0);
  stop_waiting(s, user);
}

/// The user's head can never run: it takes part in nothing any more.
template <int K>
FAIRSLOT_FUNCTION inline void block(ProblemView const& p, RunState& s, int user) {
  cancel<K>(p, s, user);
  FAIRSLOT_ASSERT(s.users.blocked_count < p.users);
  s.users.is_blocked[user] = 1;
  std::int32_t* const found = s.users.blocked + std::int64_t{2} * s.users.blocked_count;
  found[0] = user;
  found[1] = s.users.head[user];
  ++s.users.blocked_count;
}

/// Shows the head's demand and placement where many users are looked at together. A user keeps its
/// certificate only with the same ones.
template <int K>
FAIRSLOT_FUNCTION inline void show_head(ProblemView const& p, RunState& s, int user) {
  Entry const& entry = p.entry[s.users.head[user]];
  if (entry.pair == s.users.head_pair[user]) return;
  s.users.head_pair[user] = entry.pair;
  if (s.released.lists && entry.placement != s.users.shown_group[user])
    freeze::show_placement(p, s, user, servers::permitted(p, s, s.users.head[user]));
  s.users.shown_group[user] = entry.placement;
  int const seat = s.seats.of[user];
  if (s.seats.user[seat] != user) return;  // it has none yet
  seats::show_head<K>(p, s, user);
  s.seats.certified[seat / 64] &= ~(std::uint64_t{1} << (seat % 64));
}

/// Puts the user's next entry, which has arrived, at the head. False: the user is blocked.
template <int K, class Rules = General>
FAIRSLOT_FUNCTION inline bool open_head(ProblemView const& p, RunState& s, int user) {
  FAIRSLOT_ASSERT(p.job_begin[user] <= s.users.head[user]);
  FAIRSLOT_ASSERT(s.users.head[user] < s.users.tail[user]);
  FAIRSLOT_ASSERT(s.users.tail[user] <= p.job_begin[user + 1]);
  s.users.left[user] = Rules::asks(s.users.gaps) ? not_started(p, s, s.users.head[user])
                                                 : p.entry[s.users.head[user]].tasks;
  prefetch(p.entry + s.users.head[user] + 1);
  prefetch(s.books.booked + s.users.head[user]);
  show_head<K>(p, s, user);
  if (can_ever_run<K>(p, s, s.users.head[user])) return true;
  block<K>(p, s, user);
  return false;
}

/// Takes the user off the list of those that are blocked.
FAIRSLOT_FUNCTION inline void unblock(RunState& s, int user) {
  std::int32_t kept = 0;
  for (std::int32_t i = 0; i < s.users.blocked_count; ++i) {
    if (s.users.blocked[2 * i] == user) continue;
    s.users.blocked[2 * kept] = s.users.blocked[2 * i];
    s.users.blocked[2 * kept + 1] = s.users.blocked[2 * i + 1];
    ++kept;
  }
  s.users.blocked_count = kept;
  s.users.is_blocked[user] = 0;
}

/// The user's head can run after all: its queue has all that has arrived before this slot.
template <int K>
FAIRSLOT_FUNCTION inline void revive(ProblemView const& p, RunState& s, int user) {
  unblock(s, user);
  std::int32_t& tail = s.users.tail[user];
  while (tail < p.job_begin[user + 1] && p.entry[tail].submit < s.clock.slot) ++tail;
  for (std::int32_t e = s.users.head[user]; e < tail; ++e) add<K>(p, s, e, not_started(p, s, e));
  // Arrivals of blocked users are passed over ahead of time.
  while (s.clock.next_arrival > 0 &&
         p.entry[p.arrival[s.clock.next_arrival - 1]].submit >= s.clock.slot)
    --s.clock.next_arrival;
}

/// The slot in which the user leaves; int64_max: never.
FAIRSLOT_FUNCTION inline std::int64_t leaves_in(ProblemView const& p, int user) {
  return p.departures > 0 && p.leave[user] > 0 ? p.leave[user] : int64_max;
}

/// The entry, which has arrived before, is the head of its user's queue again. False: a sum
/// overflowed.
template <int K>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool put_first(ProblemView const& p, RunState& s, int user,
                                                      std::int32_t entry) {
  std::uint64_t const bit = std::uint64_t{1} << (user % 64);
  s.seats.stale |= !s.users.waits(user);
  s.users.head[user] = entry;
  s.users.left[user] = not_started(p, s, entry);
  s.users.waiting[user / 64] |= bit;
  s.users.mark_dirty(user);
  s.seats.failed_before[user / 64] &= ~bit;
  show_head<K>(p, s, user);
  bool const fits = Policies::arrive<K>(p, s, user);
  if (p.weighs_jobs && leaves_in(p, user) > s.clock.slot) weights::of_head(p, s, user);
  return fits;
}

/// Lost tasks of the entry, which are no longer booked, wait again, where they stood; those of a
/// user that has left are cancelled. False: a sum overflowed.
template <int K>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool come_back(ProblemView const& p, RunState& s, int user,
                                                      std::int32_t entry, std::int32_t count) {
  if (leaves_in(p, user) < s.clock.slot) return true;
  if (s.users.is_blocked[user]) {
    if (s.users.head[user] <= entry) return true;
    revive<K>(p, s, user);
  }
  add<K>(p, s, entry, count);
  if (s.users.waits(user) && s.users.head[user] < entry) return true;
  if (s.users.waits(user) && s.users.head[user] == entry) {
    s.users.left[user] = not_started(p, s, entry);
    return true;
  }
  return put_first<K>(p, s, user, entry);
}

/// Who can never run is another matter under other guarantees, and under another policy. False: a
/// sum overflowed.
template <int K>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool judge_anew(ProblemView const& p, RunState& s) {
  for (int u = 0; u < p.users; ++u) {
    bool const blocked = s.users.is_blocked[u] != 0;
    if (!blocked && !s.users.waits(u)) continue;
    bool const can = can_ever_run<K>(p, s, s.users.head[u]);
    if (!blocked && !can) {
      block<K>(p, s, u);
      if (!Policies::arrive<K>(p, s, u)) return false;
    }
    if (!blocked || !can) continue;
    revive<K>(p, s, u);
    if (!put_first<K>(p, s, u, s.users.head[u])) return false;
  }
  return true;
}

/// A job that asks for the same on the same servers as one that has just failed may be left out: it
/// would fail, too, in a turn of its own, and change nothing. But under strict that would end the
/// slot, a refusal takes out others, and where turns are found one by one it counts that it waits.
FAIRSLOT_FUNCTION inline bool leaves_out_alike(RunState const& s) {
  Traits const& t = s.policy.traits;
  return !t.strict && !t.refuses && !t.turn_by_turn();
}

/// The next job takes the head's place until the slot ends; where the head has failed, the next
/// that is unlike. One that can never run has a turn of its own, in which it fails, but for one
/// that no guarantee would hold: its turn would freeze its queue. False: there is none. The head's
/// books are closed.
template <int K>
FAIRSLOT_FUNCTION inline bool pass(ProblemView const& p, RunState& s, int user, bool failed) {
  std::uint64_t const bit = std::uint64_t{1} << (user % 64);
  if (!s.users.is_passing(user)) s.users.front[user] = s.users.head[user];
  s.users.passing[user / 64] |= bit;
  std::int32_t entry = s.users.head[user];
  if (failed && leaves_out_alike(s)) entry = p.unlike[entry] - 1;
  do entry = next(p, s, user, entry);
  while (entry < s.users.tail[user] && s.policy.traits.refuses &&
         !Policies::can_run<K>(p, s, entry));
  if (entry >= s.users.tail[user]) {
    s.users.exhausted[user / 64] |= bit;
    return false;
  }
  s.users.head[user] = entry;
  s.users.left[user] = not_started(p, s, entry);
  show_head<K>(p, s, user);
  return true;
}

/// The head's tasks have all started, and its books are closed. False: nothing is left to be tried.
template <int K, class Rules = General>
FAIRSLOT_FUNCTION inline bool go_on(ProblemView const& p, RunState& s, int user) {
  if (Rules::asks(s.policy.traits.backfill) && s.users.is_passing(user))
    return pass<K>(p, s, user, false);
  s.users.head[user] = next<Rules>(p, s, user, s.users.head[user]);
  if (s.users.head[user] < s.users.tail[user]) return open_head<K, Rules>(p, s, user);
  stop_waiting(s, user);
  return false;
}

/// The slot is over: the fronts are the heads again.
template <int K>
FAIRSLOT_FUNCTION inline void end_passing(ProblemView const& p, RunState& s, int user) {
  std::uint64_t const bit = std::uint64_t{1} << (user % 64);
  s.users.passing[user / 64] &= ~bit;
  s.users.exhausted[user / 64] &= ~bit;
  s.users.head[user] = s.users.front[user];
  s.users.left[user] = not_started(p, s, s.users.head[user]);
  show_head<K>(p, s, user);
}

}  // namespace queue
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
