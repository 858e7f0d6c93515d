#pragma once

#include "kernels/phases/fill.hpp"
#include "kernels/users/weights.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace phases {

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

/// Brings the users' dominant shares, divided by their own weights, up to date for one user, and
/// the sums over them where all users have one weight.
template <int K>
FAIRSLOT_FUNCTION inline void update_share(ProblemView const& p, RunState& s, int user) {
  std::int64_t const before = s.books.share[user];
  bool const was_present = s.books.is_present[user] != 0;
  bool const present = s.users.waits(user) || s.users.in_flight[user] > 0;
  double share = dominant_share<K>(s.users.usage + static_cast<std::int64_t>(user) * K, p);
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

template <int K>
FAIRSLOT_FUNCTION inline void record_row(ProblemView const& p, RunState& s) {
  std::int64_t const greatest = greatest_share(p, s);
  if (p.share_scale == 0) sum_shares(p, s, greatest);
  FAIRSLOT_ASSERT(s.books.row_count < s.books.row_capacity);
  RawRow& row = s.books.row[s.books.row_count++];
  row.slot = s.clock.slot;
  row.running = s.books.running;
  row.queued = s.books.queued;
  row.started = s.books.started_in_slot;
  for (int r = 0; r < max_resources; ++r) row.used[r] = r < K ? s.books.used[r] : 0;
  row.slots_held = Policies::slots_held(s);
  row.users = s.books.present;
  row.min_share = double_of(static_cast<std::uint64_t>(least_share(p, s)));
  row.max_share = double_of(static_cast<std::uint64_t>(greatest));
  row.sum = s.books.share_sum;
  row.squares_high = s.books.squares_high;
  row.squares_low = s.books.squares_low;
}

/// Under memory = slot nobody is charged for anything when a slot begins.
template <int K>
FAIRSLOT_FUNCTION inline void forget_slot(RunState& s, int user) {
  s.users.slot_started[user] = 0;
  for (int r = 0; r < K; ++r) s.users.slot_usage[static_cast<std::int64_t>(user) * K + r] = 0;
}

/// Later jobs have passed others in this slot only. False: queue_sum overflowed.
template <int K>
FAIRSLOT_FUNCTION inline bool end_passing(ProblemView const& p, RunState& s) {
  for (int w = 0; w < seats::user_words(p); ++w)
    for (std::uint64_t bits = s.users.passing[w]; bits != 0; bits &= bits - 1) {
      int const user = 64 * w + lowest_bit(bits);
      if (!users::book(p, s, user)) return false;
      queue::end_passing<K>(p, s, user);
    }
  return true;
}

/// Nothing runs, arrives or is left to happen.
FAIRSLOT_FUNCTION inline bool is_over(ProblemView const& p, RunState const& s) {
  if (s.books.running > 0 || s.clock.next_change < p.changes) return false;
  for (std::int32_t i = s.clock.next_arrival; i < p.arrivals; ++i)
    if (!s.users.is_blocked[p.entry[p.arrival[i]].user]) return false;
  return true;
}

/// Where a slot steps: may the next one start what this one did not, though nothing happens in it?
template <int K>
FAIRSLOT_FUNCTION inline bool next_slot_differs(ProblemView const& p, RunState const& s) {
  if (s.books.started_in_slot > 0) return true;
  if (p.servers_change && p.horizon == 0 && is_over(p, s)) return false;
  return s.books.queued > 0 && (s.policy.traits.random_ties || Policies::goes_on<K>(p, s));
}

/// Closes the slot's books. False: queue_sum overflowed.
template <int K>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool tally(ProblemView const& p, RunState& s) {
  Region const region(s.regions, "fairslot::slot::tally");
  if (s.policy.traits.backfill && !end_passing<K>(p, s)) return false;
  for (int i = 0; i < s.users.starters; ++i) {
    int const user = s.users.starter[i];
    s.users.is_starter[user] = 0;
    if (!users::book(p, s, user)) return false;
    if (s.policy.traits.slot_memory) {
      keys::settle<K>(p, s, user, s.clock.slot);
      forget_slot<K>(s, user);
    }
    Policies::end_slot<K>(p, s, user);
  }
  if (p.weighs_jobs) weights::of_next_slot<K>(p, s);
  // Who still waits has found no room.
  bool const tried = s.search.certificates && !s.policy.traits.in_turn && !replay::is_on(s);
  for (int w = 0; w < seats::user_words(p); ++w) {
    s.seats.failed_before[w] = tried ? s.users.waiting[w] : 0;
    for (std::uint64_t bits = s.seats.failed_before[w]; bits != 0; bits &= bits - 1)
      s.servers.failed[s.users.head_pair[64 * w + lowest_bit(bits)]] = s.clock.slot;
  }
  s.clock.step = s.policy.traits.steps && !replay::is_on(s) && next_slot_differs<K>(p, s);
  if (s.books.record_rows && (s.clock.row_due || s.books.started_in_slot > 0)) {
    update_shares<K>(p, s);
    record_row<K>(p, s);
  }
  return true;
}

}  // namespace phases
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
