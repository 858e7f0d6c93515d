/// Slot rows: the sums of a run at the end of a slot, and how what users hold compares with what
/// they are entitled to.
#pragma once

#include "kernels/fragmentation.hpp"
#include "kernels/policies/policies.hpp"
#include "kernels/primitives/fixed.hpp"
#include "kernels/primitives/lanes.hpp"
#include "kernels/users/seats.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace rows {

using lanes::Doubles;

/// For the next slot.
FAIRSLOT_FUNCTION inline bool have_room(ProblemView const& p, RunState const& s) {
  if (s.books.row_count == s.books.row_capacity) return false;
  return !s.books.record_shares || s.books.share_capacity - s.books.share_count >= p.users;
}

FAIRSLOT_FUNCTION inline void add_square(RunState& s, std::int64_t x, bool add) {
  auto const square = static_cast<unsigned __int128>(x) * static_cast<unsigned __int128>(x);
  auto sum = static_cast<unsigned __int128>(s.books.squares_high) << 64 | s.books.squares_low;
  sum = add ? sum + square : sum - square;
  s.books.squares_high = static_cast<std::uint64_t>(sum >> 64);
  s.books.squares_low = static_cast<std::uint64_t>(sum);
}

FAIRSLOT_FUNCTION inline std::int64_t fixed_point(std::int64_t share, double scale) {
  return static_cast<std::int64_t>(double_of(static_cast<std::uint64_t>(share)) * scale);
}

/// Part of the cluster that the user could have at most: dom() of what it runs and has queued.
template <int K>
FAIRSLOT_FUNCTION inline double wanted_share(ProblemView const& p, RunState const& s, int user) {
  constexpr Amount most = Amount{1} << 62;  // more than there is of anything
  std::int64_t const base = std::int64_t{user} * K;
  double const share = dominant<double, K>(p, [&](int r) {
    Amount const amount = s.users.queued[base + r] + static_cast<Amount>(s.users.usage[base + r]);
    return static_cast<double>(static_cast<std::int64_t>(amount < most ? amount : most));
  });
  return share < 1.0 ? share : 1.0;
}

/// What the last columns are made of, for one user.
template <int K>
FAIRSLOT_FUNCTION inline void update_wanted(ProblemView const& p, RunState& s, int user,
                                            double held) {
  double const wanted = wanted_share<K>(p, s, user);
  s.books.held[user] = held;
  s.books.wanted[user] = wanted;
  s.books.full_at[user] = p.are_weighted ? wanted / s.users.own_weight[user] : wanted;
  if (!s.users.waits(user)) return;
  std::int32_t const* const demand = demand_of<K>(p, p.entry[s.users.head[user]].demand);
  s.books.next[user] =
      dominant<double, K>(p, [&](int r) { return static_cast<double>(demand[r]); });
}

/// Brings the users' dominant shares, divided by their own weights, up to date for one user, and
/// the sums over them where all users have one weight.
template <int K>
FAIRSLOT_FUNCTION inline void update_share(ProblemView const& p, RunState& s, int user) {
  std::int64_t const before = s.books.share[user];
  bool const was_present = s.books.is_present[user] != 0;
  bool const present = s.users.waits(user) || s.users.in_flight[user] > 0;
  double share = dominant_share<K>(s.users.usage + static_cast<std::int64_t>(user) * K, p);
  update_wanted<K>(p, s, user, share);
  if (p.are_weighted) share /= s.users.own_weight[user];
  auto const after = static_cast<std::int64_t>(bits_of(share));
  s.books.present += static_cast<int>(present) - static_cast<int>(was_present);
  s.books.present_idle +=
      static_cast<int>(present && after == 0) - static_cast<int>(was_present && before == 0);
  std::int64_t const left = fixed_point(before, p.share_scale);
  std::int64_t const come = fixed_point(after, p.share_scale);
  s.books.share_sum += come - left;
  add_square(s, left, false);
  add_square(s, come, true);
  s.books.is_present[user] = present;
  s.books.share[user] = after;
}

template <int K>
FAIRSLOT_FUNCTION inline void update_shares(ProblemView const& p, RunState& s) {
  for (int w = 0; w < (p.users + 63) / 64; ++w) {
    for (std::uint64_t bits = s.users.dirty[w]; bits != 0; bits &= bits - 1)
      update_share<K>(p, s, 64 * w + lowest_bit(bits));
    s.users.dirty[w] = 0;
  }
}

FAIRSLOT_FUNCTION inline std::int64_t greatest_share(ProblemView const& p, RunState const& s) {
  std::int64_t best = 0;
  for (int u = 0; u < p.users; ++u) best = s.books.share[u] > best ? s.books.share[u] : best;
  return best;
}

FAIRSLOT_FUNCTION inline std::int64_t least_share(ProblemView const& p, RunState const& s) {
  if (s.books.present_idle > 0 || s.books.present == 0) return 0;
  std::int64_t best = int64_max;
  for (int u = 0; u < p.users; ++u) {
    std::int64_t const share = s.books.share[u] == 0 ? int64_max : s.books.share[u];
    best = share < best ? share : best;
  }
  return best;
}

/// Where weights differ the sums are made anew for a row, at the scale of its greatest share: users
/// however light or heavy leave the others their digits.
FAIRSLOT_FUNCTION inline void sum_shares(ProblemView const& p, RunState& s, std::int64_t greatest) {
  s.books.share_sum = 0;
  s.books.squares_high = s.books.squares_low = 0;
  if (greatest == 0) return;
  constexpr int bias = 1023;
  int const exponent = static_cast<int>(greatest >> 52) - bias;  // 2^exponent <= greatest share
  auto const scale = static_cast<std::uint64_t>(bias + p.share_bits - 1 - exponent) << 52;
  for (int u = 0; u < p.users; ++u) {
    std::int64_t const x = fixed_point(s.books.share[u], double_of(scale));
    s.books.share_sum += x;
    add_square(s, x, true);
  }
}

/// Of eight sums, in pairs.
FAIRSLOT_FUNCTION inline double total(Doubles of_eighths) {
  double x[Doubles::size];
  of_eighths.store(x);
  return ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7]));
}

/// Weighted max-min fairness of the cluster, 1, among the users present: who wants more than its
/// weight times this level gets that much, others what they want. Rounds as of progressive filling:
/// from level 0 on those that are full leave the rest to the others, until nobody is. Every eighth
/// user is in one sum. Infinity: all are full.
FAIRSLOT_FUNCTION inline double fair_level(ProblemView const& p, RunState const& s) {
  Doubles const none = Doubles::all(0.0);
  for (double level = 0.0;;) {
    Doubles taken = none, weight = none;
    for (int i = 0; i < p.users; i += Doubles::size) {
      Doubles const full_at = Doubles::load(s.books.full_at + i);
      auto const more = static_cast<std::uint32_t>(less(Doubles::all(level), full_at));
      weight = weight + select(more, Doubles::load(s.users.own_weight + i), none);
      taken = taken + select(more, none, Doubles::load(s.books.wanted + i));
    }
    double const left = total(weight);
    if (left == 0.0) return __builtin_inf();
    double const next = (1.0 - total(taken)) / left;
    if (!(next > level)) return level;
    level = next;
  }
}

/// Of eight users from `first` on.
FAIRSLOT_FUNCTION inline Doubles entitled(RunState const& s, Doubles level, int first) {
  Doubles const part = Doubles::load(s.users.own_weight + first) * level;
  return lesser(Doubles::load(s.books.wanted + first), part);
}

struct Least {
  double gap, next;
};

/// Over the users that wait.
FAIRSLOT_FUNCTION inline Least least_of_waiting(ProblemView const& p, RunState const& s,
                                                double level) {
  Doubles const infinity = Doubles::all(__builtin_inf()), at = Doubles::all(level);
  Doubles gap = infinity, next = infinity;
  for (int first = 0; first < p.users; first += Doubles::size) {
    auto const waits =
        static_cast<std::uint32_t>(s.users.waiting[first / 64] >> (first % 64) & 0xff);
    if (waits == 0) continue;
    Doubles const part = Doubles::load(s.books.held + first) / entitled(s, at, first);
    gap = lesser(gap, select(waits, part, infinity));
    next = lesser(next, select(waits, Doubles::load(s.books.next + first), infinity));
  }
  return {least(gap), least(next)};
}

/// A row of each user that holds, or is entitled to, something else than in the latest one.
FAIRSLOT_APART FAIRSLOT_FUNCTION inline void record_shares(ProblemView const& p, RunState& s,
                                                           double level) {
  for (int u = 0; u < p.users; ++u) {
    double const share = s.books.held[u], wanted = s.books.wanted[u];
    double const part = s.users.own_weight[u] * level;
    double const entitled = wanted < part ? wanted : part;
    if (share == s.books.told_share[u] && entitled == s.books.told_entitled[u]) continue;
    s.books.told_share[u] = share;
    s.books.told_entitled[u] = entitled;
    FAIRSLOT_ASSERT(s.books.share_count < s.books.share_capacity);
    s.books.share_row[s.books.share_count++] = {s.clock.slot, u, share, entitled};
  }
}

/// How many wait, and of those that wait the least.
FAIRSLOT_FUNCTION inline void put_waiting(ProblemView const& p, RunState& s, RawRow& row) {
  std::uint64_t waiting = 0;
  for (int w = 0; w < seats::user_words(p); ++w) waiting += bits_set(s.users.waiting[w]);
  row.waiting_users = static_cast<std::int32_t>(waiting);
  row.entitled_gap = row.smallest_unplaced = __builtin_nan("");
  if (waiting == 0 && !s.books.record_shares) return;
  double const level = fair_level(p, s);
  if (s.books.record_shares) record_shares(p, s, level);
  if (waiting == 0) return;
  Least const least = least_of_waiting(p, s, level);
  row.entitled_gap = least.gap;
  row.smallest_unplaced = least.next;
}

template <int K>
FAIRSLOT_FUNCTION inline void record(ProblemView const& p, RunState& s) {
  update_shares<K>(p, s);
  std::int64_t const greatest = greatest_share(p, s);
  if (p.share_scale == 0) sum_shares(p, s, greatest);
  FAIRSLOT_ASSERT(s.books.row_count < s.books.row_capacity);
  if (s.books.record_fragmentation)
    fragmentation::put<K>(p, s, s.books.fragmentation + std::int64_t{s.books.row_count} * K);
  RawRow& row = s.books.row[s.books.row_count++];
  row.slot = s.clock.slot;
  row.running = s.books.running;
  row.queued = s.books.queued;
  row.started = s.books.started_in_slot;
  for (int r = 0; r < max_resources; ++r) row.used[r] = r < K ? s.books.used[r] : 0;
  row.slots_held = Policies::slots_held(s);
  row.users = static_cast<std::int32_t>(s.books.present);
  row.min_share = double_of(static_cast<std::uint64_t>(least_share(p, s)));
  row.max_share = double_of(static_cast<std::uint64_t>(greatest));
  row.sum = s.books.share_sum;
  row.squares_high = s.books.squares_high;
  row.squares_low = s.books.squares_low;
  put_waiting(p, s, row);
}

}  // namespace rows
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
