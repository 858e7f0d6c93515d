/// H_sum of tvtsf: what the user could have started alone, without placement constraints, in the
/// slots that count (Li and Wang 2024, equations 3 and 4).
///
/// Kept lazily: `accounted[u]` is the last slot that is in H_sum[u]; d and e (those of
/// account_entry) and whether slots count stay the same from there on until account() is called.
#pragma once

#include "kernels/policies/tvtsf/shadow.hpp"
#include "kernels/primitives/lanes.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace tvtsf {

using lanes::Longs;

/// The d and e of the coming slots are those of the entry.
FAIRSLOT_FUNCTION inline void count_with(ProblemView const& p, State& x, int user,
                                         std::int32_t entry) {
  x.account_entry[user] = entry;
  x.account_h[user] = p.monopoly[p.entry[entry].demand];
  x.account_duration[user] = p.entry[entry].duration;
}

/// Brings H_sum of the user up to and including slot `to`. False: it passed 2^63-1.
template <int K>
[[nodiscard]] FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline bool account(ProblemView const& p, State& x,
                                                                    Monopoly reading, int user,
                                                                    std::int64_t to) {
  std::int64_t const from = x.accounted[user] + 1;
  if (from > to) return true;
  x.accounted[user] = to;
  if (!x.counts[user]) return true;
  std::int64_t const h = x.account_h[user], duration = x.account_duration[user];
  switch (reading) {
    case Monopoly::full:
      return add_product(x.h_sum[user], h, to - from + 1);
    case Monopoly::fluid:
      x.h_sum_fluid[user] =
          repeat_add(x.h_sum_fluid[user], static_cast<double>(h) / static_cast<double>(duration),
                     to - from + 1);
      return true;
    case Monopoly::exclusive:
      break;
  }
  if (p.mixed[user] < 0)
    return advance_uniform(x.shadow_release[user], h, duration, from, to, x.h_sum[user]);
  return Shadow<K>{p, x, p.mixed[user]}.advance(p.entry[x.account_entry[user]].demand, duration,
                                                from, to, x.h_sum[user]);
}

/// account() under h = exclusive of the users first + i for every bit i of `who`, none of several
/// demand classes. All of them wait, so that their slots count: an addition does for nearly all.
template <int K>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool account_eight(ProblemView const& p, State& x, int first,
                                                          std::uint32_t who, std::int64_t to) {
  Longs const now = Longs::all(to), accounted = Longs::load(x.accounted + first);
  Longs const release = Longs::load(x.shadow_release + first);
  Longs const duration = Longs::load(x.account_duration + first);
  Longs const h = Longs::load(x.account_h + first), sum = Longs::load(x.h_sum + first);
  // Whose shadow is free in this slot and was not before starts once; all else is not ordinary.
  Longs const free = greater(release, accounted + Longs::all(1));
  std::uint32_t const starts = who & ~less(now, free);
  std::uint32_t const again = ~less(now - free, duration);
  std::uint32_t const too_much = less(Longs::all(int64_max) - sum, h);
  if ((starts & (again | too_much)) != 0) {
    for (; who != 0; who &= who - 1)
      if (!account<K>(p, x, Monopoly::exclusive, first + lowest_bit(who), to)) return false;
    return true;
  }
  select(who, now, accounted).store(x.accounted + first);
  select(starts, free + duration, release).store(x.shadow_release + first);
  (sum + select(starts, h, Longs::all(0))).store(x.h_sum + first);
  return true;
}

}  // namespace tvtsf
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
