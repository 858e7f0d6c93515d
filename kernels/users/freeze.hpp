/// Users whose head found no room in this slot: residuals only shrink until the next one, so they
/// take no further part. Who fails is known without a search
///  - by domination: who asks for no less of every resource than one that failed, on no other
///    servers;
///  - by reach: who found no room in the slot before can only start on a server released in this
///    one. `reach` says for each of these, if they are few, for whose head it still has room.
#pragma once

#include "kernels/primitives/first_least.hpp"
#include "kernels/servers/released.hpp"
#include "kernels/servers/room.hpp"
#include "kernels/users/seats.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace freeze {

/// Of the seats 64w + bits those whose heads ask for no more than x has for server m.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t fitting(ProblemView const& p, RunState const& s, int w,
                                               std::uint64_t bits, std::int32_t const* x,
                                               std::int32_t m) {
  return simd::at_most<K>(bits, at_word(s.seats.head_demand, w), seats::stride(p), x + m,
                          p.server_stride);
}

/// Those that still wait and are within their limits on server m.
FAIRSLOT_APART FAIRSLOT_FUNCTION inline std::uint64_t within_limits(ProblemView const& p,
                                                                    RunState const& s, int w,
                                                                    std::uint64_t bits,
                                                                    std::int32_t m) {
  return bits_with(bits, [&](int i) {
    int const user = s.seats.user[64 * w + i];
    return s.users.waits(user) && servers::within_limit(p, s, s.users.head[user], m);
  });
}

/// Of the seats 64w + bits those with room for their head on server m; of those in
/// `asked` it is not known whether they are within their limits.
template <int K, bool narrows>
FAIRSLOT_FUNCTION inline std::uint64_t with_room(ProblemView const& p, RunState const& s, int w,
                                                 std::uint64_t bits, std::int32_t m,
                                                 std::uint64_t asked) {
  bits = fitting<K>(p, s, w, bits, s.servers.residual, m);
  if constexpr (narrows) {
    if (s.servers.room != nullptr) bits = fitting<K>(p, s, w, bits, s.servers.room, m);
    if (s.policy.traits.limits) bits &= ~asked | within_limits(p, s, w, bits & asked, m);
  }
  return bits;
}

/// When a slot begins: who reaches which of the released servers.
template <int K, bool narrows>
FAIRSLOT_FUNCTION inline void find_reach_in(ProblemView const& p, RunState& s) {
  for (int at = 0; at < s.released.count; ++at) {
    std::int64_t const m = s.released.server[at];
    seats::to_seats(p, s, s.seats.may_use + m * seats::user_words(p), s.seats.reach + at,
                    released_most);
  }
  for (int w = 0; w < seats::words(s); ++w) {
    std::uint64_t* const reach = at_word(s.seats.reach, w);
    simd::BitCounts counts;
    for (int at = 0; at < s.released.count; ++at) {
      reach[at] = with_room<K, narrows>(p, s, w, reach[at] & s.seats.certified[w],
                                        s.released.server[at], ~std::uint64_t{0});
      counts.count(reach[at]);
    }
    counts.store(at_word(s.seats.reach_count, w));
    for (int at = s.released.count; at < released_most; ++at) reach[at] = 0;
  }
}

template <int K>
FAIRSLOT_FUNCTION inline void find_reach(ProblemView const& p, RunState& s) {
  if (s.policy.narrows)
    find_reach_in<K, true>(p, s);
  else
    find_reach_in<K, false>(p, s);
}

FAIRSLOT_FUNCTION inline bool any_certified(RunState const& s) {
  std::uint64_t any = 0;
  for (int w = 0; w < seats::words(s); ++w) any |= s.seats.certified[w];
  return any != 0;
}

/// Seats 64w .. of who found no room in the slot before and has none now.
FAIRSLOT_FUNCTION inline std::uint64_t out_of_reach(RunState const& s, int w) {
  return simd::zeros(at_word(s.seats.reach_count, w), s.seats.certified[w]);
}

FAIRSLOT_FUNCTION inline bool is_out_of_reach(RunState const& s, int seat) {
  return released::listed(s) & (s.seats.certified[seat / 64] >> (seat % 64) & 1) &
         (s.seats.reach_count[seat] == 0);
}

/// Who may run on which server, after the head's placement has changed.
FAIRSLOT_FUNCTION inline void show_placement(ProblemView const& p, RunState& s, int user,
                                             std::uint64_t const* allowed) {
  std::uint64_t const bit = std::uint64_t{1} << (user % 64);
  for (int m = 0; m < p.servers; ++m) {
    std::uint64_t& users =
        s.seats.may_use[static_cast<std::int64_t>(m) * seats::user_words(p) + user / 64];
    users = allowed[m / 64] >> (m % 64) & 1 ? users | bit : users & ~bit;
  }
}

/// A task of the user in seat `of` has started on the server: takes out who had its last room
/// there. The others are as far from their limits as they were.
template <int K, bool narrows>
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline void by_reach(ProblemView const& p, RunState& s,
                                                       FirstLeast& keys, std::int32_t server,
                                                       int of) {
  if (!released::has(s, server)) return;
  int const at = s.released.place[server];
  for (int w = 0; w < seats::words(s); ++w) {
    if (s.seats.certified[w] == 0) continue;
    std::uint64_t* const reach = at_word(s.seats.reach, w);
    std::uint64_t const starter = of / 64 == w ? std::uint64_t{1} << (of % 64) : 0;
    std::uint64_t const left = with_room<K, narrows>(p, s, w, reach[at], server, starter);
    simd::count_down(at_word(s.seats.reach_count, w), reach[at] & ~left);
    simd::store(reinterpret_cast<std::int64_t*>(reach), at, static_cast<std::int64_t>(left));
    keys.take_out(w, out_of_reach(s, w));
  }
}

/// The task of the entry has just found no room: takes out who asks for no less of every resource
/// on no other servers.
template <int K, class Executor, class Contenders>
FAIRSLOT_FUNCTION inline void by_domination(ProblemView const& p, RunState& s, Contenders& keys,
                                            std::int32_t entry) {
  std::int32_t const* const d = demand_of<K>(p, p.entry[entry].demand);
  std::int32_t const group = p.entry[entry].placement;
  bool const any_group = s.policy.traits.ignore_permitted || p.is_everywhere[group];
  std::int64_t const stride = seats::stride(p);
  if constexpr (Executor::one_lane) {
    for (int w = 0; w < seats::words(s); ++w) {
      std::uint64_t same = s.seats.contenders[w];
      if (same != 0 && !any_group) same &= simd::equal_to(at_word(s.seats.head_group, w), group);
      if (same == 0) continue;
      keys.take_out(w, same & simd::at_least<K>(at_word(s.seats.head_demand, w), stride, d));
    }
  } else {
    keys.each([&](int i) {
      bool dominated = any_group || s.seats.head_group[i] == group;
      for (int r = 0; r < K; ++r) dominated &= s.seats.head_demand[r * stride + i] >= d[r];
      if (dominated) keys.take_out(i);
    });
  }
}

}  // namespace freeze
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
