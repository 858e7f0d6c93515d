/// Keys of the users that wait: the share as the policy gives it, and a tie where it has one.
#pragma once

#include "kernels/policies/policies.hpp"
#include "kernels/primitives/random_word.hpp"
#include "kernels/primitives/simd.hpp"
#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace keys {

/// Brings the policy's books up to and including slot `to`. Call before what the user holds
/// changes.
template <int K>
FAIRSLOT_FUNCTION inline void settle(ProblemView const& p, RunState& s, int user, std::int64_t to) {
  if (!s.policy.settles || s.users.settled[user] >= to) return;
  Policies::settle<K>(p, s, user, to - s.users.settled[user]);
  s.users.settled[user] = to;
}

/// The same of users first + i for every bit i of `who`: side by side of whom one slot is missing.
template <int K>
FAIRSLOT_FUNCTION inline void settle_eight(ProblemView const& p, RunState& s, int first,
                                           std::uint32_t who, std::int64_t to) {
  using lanes::Longs;
  Longs const settled = Longs::load(s.users.settled + first);
  std::uint32_t const one = who & static_cast<std::uint32_t>(equal(settled, Longs::all(to - 1)));
  for (std::uint32_t bits = who & ~one; bits != 0; bits &= bits - 1)
    settle<K>(p, s, first + lowest_bit(bits), to);
  Policies::settle_eight<K>(p, s, first, one);
  for (std::uint32_t bits = one; bits != 0; bits &= bits - 1)
    s.users.settled[first + lowest_bit(bits)] = to;
}

/// The same of all users. Call before the weights of any change.
template <int K>
FAIRSLOT_FUNCTION inline void settle_all(ProblemView const& p, RunState& s, std::int64_t to) {
  Policies::settle_all<K>(p, s, to - s.clock.settled);
  s.clock.settled = to;
}

template <int K>
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline std::int64_t of(ProblemView const& p, RunState const& s,
                                                         int user) {
  return ordered(Policies::share<K>(p, s, user));
}

/// Decides between equal shares, before the lower user does: what the policy says, then a lot.
template <int K>
FAIRSLOT_FUNCTION inline std::int64_t tie(ProblemView const& p, RunState const& s, int user) {
  std::int64_t const own = s.policy.traits.ties ? Policies::tie<K>(p, s, user) : 0;
  if (!s.policy.traits.random_ties) return own;
  FAIRSLOT_ASSERT(own >= 0 && own >> 31 == 0);
  return own << 32 | random_word(s.policy.seed, static_cast<std::uint32_t>(s.clock.slot),
                                 static_cast<std::uint32_t>(user), 0);
}

template <int K>
FAIRSLOT_FUNCTION inline void renew_tie(ProblemView const& p, RunState& s, int seat) {
  s.seats.ties[seat] = tie<K>(p, s, s.seats.user[seat]);
}

/// Of those in the seats first + i for every bit i.
template <int K>
FAIRSLOT_FUNCTION inline void renew_ties(ProblemView const& p, RunState& s, int first,
                                         std::uint32_t bits) {
  if (!s.policy.traits.random_ties) return Policies::put_ties<K>(p, s, first, bits);
  for (; bits != 0; bits &= bits - 1) renew_tie<K>(p, s, first + lowest_bit(bits));
}

/// The key of the user in the seat, who goes on to take part, or not.
template <int K, class Rules = General>
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline std::int64_t renew(ProblemView const& p, RunState& s,
                                                            int seat) {
  if (Rules::asks(s.policy.has_ties)) renew_tie<K>(p, s, seat);
  return of<K>(p, s, s.seats.user[seat]);
}

/// Do others stand in the user's queue?
FAIRSLOT_FUNCTION inline bool is_shared(ProblemView const& p, int user) {
  return p.queue[user] < p.named_queues;
}

/// A start has changed the keys of all of the user's queue.
template <int K, class Contenders>
FAIRSLOT_FUNCTION inline void renew_queue(ProblemView const& p, RunState& s, Contenders& keys,
                                          int user) {
  keys.each([&](int seat) {
    if (p.queue[s.seats.user[seat]] == p.queue[user]) keys.set(seat, renew<K>(p, s, seat));
  });
}

template <class Contenders>
FAIRSLOT_FUNCTION inline void take_out_queue(ProblemView const& p, RunState& s, Contenders& keys,
                                             int user) {
  keys.each([&](int seat) {
    if (p.queue[s.seats.user[seat]] == p.queue[user]) keys.take_out(seat);
  });
}

/// Notes what the policy reads of the head at the start of the slot.
FAIRSLOT_FUNCTION inline void note_head(ProblemView const& p, RunState& s, int user) {
  if (!s.policy.traits.reads_head || s.clock.pass > 0) return;
  s.users.slot_head[user] = s.users.head[user];
  s.users.slot_monopoly[user] = p.monopoly[p.entry[s.users.head[user]].demand];
}

}  // namespace keys
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
