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

/// W of a user whose jobs have weights: the sum of w*h, slot by slot, in the slots from .. to.
template <int K>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline void weigh(ProblemView const& p, State& x, Monopoly reading,
                                                   int user, double w, std::int64_t from,
                                                   std::int64_t to) {
  auto const h = static_cast<double>(x.account_h[user]);
  std::int64_t const duration = x.account_duration[user];
  double& sum = x.weighed[user];
  if (reading == Monopoly::full)
    sum = repeat_add(sum, w * h, to - from + 1);
  else if (reading == Monopoly::fluid)
    sum = repeat_add(sum, w * (h / static_cast<double>(duration)), to - from + 1);
  else if (p.mixed[user] < 0)
    sum = repeat_add(sum, w * h, advance_uniform(x.shadow_release[user], duration, from, to));
  else  // which cannot overflow
    (void)Shadow<K>{p, x, p.mixed[user]}.advance(p.entry[x.account_entry[user]].demand, duration,
                                                 from, to, WeighedSum{sum, w});
}

/// Brings the sum of what the user starts alone up to and including slot `to`.
FAIRSLOT_FUNCTION inline void count_alone(ProblemView const& p, State& x, int user,
                                          std::int64_t to) {
  for (std::int32_t& next = x.alone_next[user];
       next < p.alone_begin[user + 1] && p.alone_slot[next] <= to; ++next)
    x.alone[user] = p.alone_sum[next];
}

/// Brings H_sum of the user up to and including slot `to`; w: its weight in these slots. False: it
/// passed 2^63-1.
template <int K>
[[nodiscard]] FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline bool account(ProblemView const& p, State& x,
                                                                    Monopoly reading, int user,
                                                                    double w, std::int64_t to) {
  if (x.alone != nullptr) {
    count_alone(p, x, user, to);
    return true;
  }
  std::int64_t const from = x.accounted[user] + 1;
  if (from > to) return true;
  x.accounted[user] = to;
  if (!x.counts[user]) return true;
  if (x.weighed != nullptr && p.is_weighed[user]) {
    weigh<K>(p, x, reading, user, w, from, to);
    return true;
  }
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
    return add_product(x.h_sum[user], h,
                       advance_uniform(x.shadow_release[user], duration, from, to));
  return Shadow<K>{p, x, p.mixed[user]}.advance(p.entry[x.account_entry[user]].demand, duration,
                                                from, to, SumOfTasks{x.h_sum[user]});
}

/// account() under h = exclusive of the users first + i for every bit i of `who`, none of several
/// demand classes, none whose jobs have weights. All of them wait, so that their slots count: an
/// addition does for nearly all.
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
      if (!account<K>(p, x, Monopoly::exclusive, first + lowest_bit(who), 1.0, to)) return false;
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
