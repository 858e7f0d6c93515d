#pragma once

#include "kernels/search/find_server.hpp"
#include "kernels/users/contenders.hpp"
#include "kernels/users/freeze.hpp"
#include "kernels/users/keys.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace phases {

/// Who may not start in this pass need not be asked in turn: what a user holds changes with its own
/// starts only.
FAIRSLOT_FUNCTION inline bool is_selective(RunState const& s) {
  return s.policy.traits.refuses && s.clock.pass + 1 < s.policy.traits.passes;
}

/// Those of the seats 64w + bits that may find room; of the others it is known at once that they
/// will not.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t with_hope(ProblemView const& p, RunState const& s, int w,
                                                 std::uint64_t bits) {
  if (s.policy.traits.in_turn) return bits;
  if (s.policy.traits.pool)
    return bits_with(bits, [&](int i) {
      return search::pool_has_room<K>(p, s, p.entry[s.users.head[s.seats.user[64 * w + i]]].demand);
    });
  return released::listed(s) ? bits & ~freeze::out_of_reach(s, w) : bits;
}

/// Seats 64w .. of those that contend. Who has no hope is out first: the other questions are dear.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t hopeful(ProblemView const& p, RunState& s, int w) {
  std::uint64_t who = with_hope<K>(p, s, w, seats::given(s, w));
  if (s.clock.pass > 0)
    who = bits_with(who, [&](int i) { return takes_part(s, s.seats.user[64 * w + i]); });
  if (is_selective(s))
    who = bits_with(who,
                    [&](int i) { return Policies::may_start<K>(p, s, s.seats.user[64 * w + i]); });
  return who;
}

/// Bits of the contenders among the seats first .. first+count-1, count at most 8.
FAIRSLOT_FUNCTION inline std::uint32_t contending(RunState const& s, int first, int count) {
  int const at = first % 64;
  std::uint64_t bits = s.seats.contenders[first / 64] >> at;
  if (at + count > 64) bits |= s.seats.contenders[first / 64 + 1] << (64 - at);
  return static_cast<std::uint32_t>(bits) & ((1u << count) - 1);
}

/// What has to be known of a user before its key is asked for.
template <int K>
FAIRSLOT_FUNCTION inline void prepare(ProblemView const& p, RunState& s, int user) {
  keys::settle<K>(p, s, user, s.clock.slot - 1);
  keys::note_head(p, s, user);
}

/// Keys of those in the seats first + i for every bit i of `contend`.
template <int K>
FAIRSLOT_FUNCTION inline void renew_each(ProblemView const& p, RunState& s, int first,
                                         std::uint32_t contend) {
  for (; contend != 0; contend &= contend - 1) {
    int const seat = first + lowest_bit(contend);
    s.seats.keys[seat] = keys::renew<K>(p, s, seat);
  }
}

/// Books and keys of the users first + i for every bit i of `who`, whose seats begin at `seat`;
/// `contend`: bits of these seats. False: a sum overflowed.
template <int K>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool update_eight(ProblemView const& p, RunState& s,
                                                         int first, std::uint32_t who, int seat,
                                                         std::uint32_t contend) {
  if (s.policy.settles) keys::settle_eight<K>(p, s, first, who, s.clock.slot - 1);
  for (std::uint32_t bits = s.policy.traits.reads_head ? who : 0; bits != 0; bits &= bits - 1)
    keys::note_head(p, s, first + lowest_bit(bits));
  constexpr std::uint64_t few = 2;
  if (bits_set(contend) <= few) {
    for (std::uint32_t bits = contend; bits != 0; bits &= bits - 1)
      if (!Policies::account<K>(p, s, s.seats.user[seat + lowest_bit(bits)])) return false;
    renew_each<K>(p, s, seat, contend);
    return true;
  }
  if (!Policies::account<K>(p, s, first, who)) return false;
  if (s.policy.one_by_one) {
    renew_each<K>(p, s, seat, contend);
    return true;
  }
  if (s.policy.has_ties) keys::renew_ties<K>(p, s, seat, contend);
  // What is stored behind the last of them is overwritten, or has no seat.
  Policies::put_keys<K>(p, s, first, who, s.seats.keys + seat);
  return true;
}

/// Books and keys of the contenders, eight users at a time. False: a sum overflowed.
template <int K>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool update_keys(ProblemView const& p, RunState& s) {
  constexpr int eight = lanes::Longs::size;
  int seat = 0;
  for (int first = 0; first < p.users; first += eight) {
    auto const who = static_cast<std::uint32_t>(s.seats.taken[first / 64] >> (first % 64) & 0xff);
    int const seated = static_cast<int>(bits_set(who));
    if (seated == 0) continue;
    std::uint32_t const contend = contending(s, seat, seated);
    if (contend != 0 && !update_eight<K>(p, s, first, who, seat, contend)) return false;
    seat += seated;
  }
  return true;
}

/// Books of the users that do theirs one after the other. Called by one lane. False: a sum
/// overflowed.
template <int K>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool account_alone(ProblemView const& p, RunState& s) {
  for (int u = 0; u < p.users; ++u)
    if (s.users.waits(u) && Policies::accounts_alone(p, s, u) && !Policies::account<K>(p, s, u))
      return false;
  return true;
}

/// Who takes part in this pass of the slot, and with which key. False: a sum overflowed.
template <int K, class Executor>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool begin_pass(Executor const& by, ProblemView const& p,
                                                       RunState& s) {
  auto keys = contenders(by, s);
  if constexpr (Executor::one_lane) {
    for (int w = 0; w < seats::words(s); ++w) s.seats.contenders[w] = hopeful<K>(p, s, w);
    bool const updated = update_keys<K>(p, s);
    for (int w = 0; w < seats::words(s); ++w) keys.settle(w);
    return updated;
  } else {
    return by.all(keys.size(), [&](int i) {
      int const user = s.seats.user[i];
      keys.take_out(i);
      if (!takes_part(s, user)) return true;
      if (is_selective(s) && !Policies::may_start<K>(p, s, user)) return true;
      prepare<K>(p, s, user);
      if (!Policies::account<K>(p, s, user)) return false;
      keys.set(i, keys::renew<K>(p, s, i));
      return true;
    });
  }
}

/// Who takes part in this slot. False: a sum overflowed.
template <int K, class Executor>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool entitle(Executor const& by, ProblemView const& p,
                                                    RunState& s) {
  Region const region(s.regions, "fairslot::slot::entitle");
  bool const accounted = by.alone([&] {
    s.clock.pass = 0;
    seats::give<K>(p, s);
    if constexpr (Executor::one_lane) {
      if (released::listed(s) && freeze::any_certified(s)) freeze::find_reach<K>(p, s);
      return true;
    } else {
      return account_alone<K>(p, s);
    }
  });
  return accounted && begin_pass<K>(by, p, s);
}

}  // namespace phases
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
