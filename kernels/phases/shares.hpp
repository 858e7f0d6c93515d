/// H_sum and keys of eight users at a time, where an addition and a division do for nearly all of
/// them: under tvtsf with h = exclusive, if no user has several demand classes.
#pragma once

#include "kernels/phases/entitle.hpp"
#include "kernels/policies/policies.hpp"
#include "kernels/primitives/simd.hpp"
#include "kernels/state.hpp"

namespace fairslot::inline FAIRSLOT_ISA::shares {

using lanes::Doubles;
using lanes::Longs;

FAIRSLOT_FUNCTION inline bool side_by_side(ProblemView const& p, RunState const& s) {
  return s.policy.kind == Policies::kind_of<TvTsf>() && p.mixed_users == 0 &&
         s.policy.options.h == static_cast<std::int32_t>(Monopoly::exclusive);
}

/// account() of the users first + i for every bit i of `who`, up to and including slot `to`. All of
/// them wait, so that their slots count.
template <int K>
FAIRSLOT_FUNCTION inline bool account(ProblemView const& p, RunState& s, int first,
                                      std::uint32_t who, std::int64_t to) {
  Longs const now = Longs::all(to), accounted = Longs::load(s.accounted + first);
  Longs const release = Longs::load(s.shadow_release + first);
  Longs const duration = Longs::load(s.account_duration + first);
  Longs const h = Longs::load(s.account_h + first), sum = Longs::load(s.h_sum + first);
  // Whose shadow is free in this slot and was not before starts once; all else is not ordinary.
  Longs const free = greater(release, accounted + Longs::all(1));
  std::uint32_t const starts = who & ~less(now, free);
  std::uint32_t const again = ~less(now - free, duration);
  std::uint32_t const too_much = less(Longs::all(int64_max) - sum, h);
  if ((starts & (again | too_much)) != 0) {
    for (; who != 0; who &= who - 1)
      if (!entitle::account<K>(p, s, first + lowest_bit(who), to)) return false;
    return true;
  }
  select(who, now, accounted).store(s.accounted + first);
  select(starts, free + duration, release).store(s.shadow_release + first);
  (sum + select(starts, h, Longs::all(0))).store(s.h_sum + first);
  return true;
}

FAIRSLOT_FUNCTION inline Longs keys(ProblemView const& p, RunState const& s, int first) {
  return simd::ordered(TvTsf::ratio(to_doubles(Longs::load(s.total_started + first)),
                                    Doubles::load(p.weight + first),
                                    to_doubles(Longs::load(s.h_sum + first))));
}

/// Brings H_sum and key of all who have a seat up to date. False: an H_sum overflowed.
template <int K>
FAIRSLOT_FUNCTION inline bool update(ProblemView const& p, RunState& s) {
  std::int64_t* next = s.keys;
  for (int first = 0; first < p.users; first += Longs::size) {
    auto const who = static_cast<std::uint32_t>(s.has_seat[first / 64] >> (first % 64) & 0xff);
    if (who == 0) continue;
    if (!account<K>(p, s, first, who, s.slot)) return false;
    // What is stored behind the last of them is overwritten, or has no seat.
    compress(who, keys(p, s, first)).store(next);
    next += bits_set(who);
  }
  return true;
}

}  // namespace fairslot::inline FAIRSLOT_ISA::shares
