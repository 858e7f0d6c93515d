#pragma once

#include "kernels/search/find_server.hpp"
#include "kernels/state/keys.hpp"

namespace fairslot::inline FAIRSLOT_ISA::phases {

/// Seats 64w .. of those that may find room; of the others it is known at once that they will not.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t hopeful(ProblemView const& p, RunState& s, int w) {
  std::uint64_t who = seats::given(s, w);
  for (std::uint64_t bits = s.pass > 0 ? who : 0; bits != 0; bits &= bits - 1) {
    int const bit = lowest_bit(bits);
    if (!users::waits(s, s.seated[64 * w + bit])) who &= ~(std::uint64_t{1} << bit);
  }
  if (s.traits.in_turn) return who;
  if (s.traits.pool) {
    for (std::uint64_t bits = who; bits != 0; bits &= bits - 1) {
      int const bit = lowest_bit(bits);
      if (!search::pool_has_room<K>(p, s, p.entry[s.head[s.seated[64 * w + bit]]].demand))
        who &= ~(std::uint64_t{1} << bit);
    }
  } else if (released::listed(s)) {
    who &= ~freeze::out_of_reach(s, w);
  }
  return who;
}

/// Bits of the contenders among the seats first .. first+count-1, count at most 8.
FAIRSLOT_FUNCTION inline std::uint32_t contending(RunState const& s, int first, int count) {
  int const at = first % 64;
  std::uint64_t bits = s.contenders[first / 64] >> at;
  if (at + count > 64) bits |= s.contenders[first / 64 + 1] << (64 - at);
  return static_cast<std::uint32_t>(bits) & ((1u << count) - 1);
}

/// Books and keys of those in the seats first + i for every bit i of `contend`. False: a sum
/// overflowed.
template <int K>
FAIRSLOT_FUNCTION inline bool update_each(ProblemView const& p, RunState& s, int first,
                                          std::uint32_t contend) {
  for (; contend != 0; contend &= contend - 1) {
    int const seat = first + lowest_bit(contend);
    if (!Policies::account<K>(p, s, s.seated[seat])) return false;
    s.keys[seat] = keys::renew<K>(p, s, seat);
  }
  return true;
}

/// Books and keys of the users first + i for every bit i of `who`, whose seats begin at `seat`;
/// `contend`: bits of these seats. False: a sum overflowed.
template <int K>
FAIRSLOT_FUNCTION inline bool update_eight(ProblemView const& p, RunState& s, int first,
                                           std::uint32_t who, int seat, std::uint32_t contend) {
  if (s.settles || s.traits.reads_head)
    for (std::uint32_t bits = who; bits != 0; bits &= bits - 1) {
      keys::settle<K>(p, s, first + lowest_bit(bits), s.slot - 1);
      keys::note_head(p, s, first + lowest_bit(bits));
    }
  lanes::Doubles shares = lanes::Doubles::all(0.0);
  constexpr std::uint64_t few = 2;
  if (bits_set(contend) <= few) return update_each<K>(p, s, seat, contend);
  if (!Policies::account<K>(p, s, first, who)) return false;
  if (s.has_ties || !Policies::shares<K>(p, s, first, shares))
    return update_each<K>(p, s, seat, contend);
  // What is stored behind the last of them is overwritten, or has no seat.
  compress(who, simd::ordered(shares)).store(s.keys + seat);
  return true;
}

/// Books and keys of the contenders. False: a sum overflowed.
template <int K>
FAIRSLOT_FUNCTION inline bool update_keys(ProblemView const& p, RunState& s) {
  constexpr int eight = lanes::Longs::size;
  int seat = 0;
  for (int first = 0; first < p.users; first += eight) {
    auto const who = static_cast<std::uint32_t>(s.has_seat[first / 64] >> (first % 64) & 0xff);
    int const seated = static_cast<int>(bits_set(who));
    if (seated == 0) continue;
    std::uint32_t const contend = contending(s, seat, seated);
    if (contend != 0 && !update_eight<K>(p, s, first, who, seat, contend)) return false;
    seat += seated;
  }
  return true;
}

/// Who takes part in this pass of the slot, and with which key. False: a sum overflowed.
template <int K>
FAIRSLOT_FUNCTION inline bool begin_pass(ProblemView const& p, RunState& s) {
  for (int w = 0; w < seats::words(s); ++w) s.contenders[w] = hopeful<K>(p, s, w);
  bool const updated = update_keys<K>(p, s);
  FirstLeast keys = freeze::user_keys(s);
  for (int w = 0; w < seats::words(s); ++w) keys.settle(w);
  return updated;
}

/// Who takes part in this slot. False: a sum overflowed.
template <int K>
FAIRSLOT_FUNCTION inline bool entitle(ProblemView const& p, RunState& s) {
  Region const region(s.regions, "fairslot::slot::entitle");
  s.starters = 0;
  s.pass = 0;
  seats::give<K>(p, s);
  if (released::listed(s) && freeze::any_certified(s)) freeze::find_reach<K>(p, s);
  return begin_pass<K>(p, s);
}

}  // namespace fairslot::inline FAIRSLOT_ISA::phases
