/// Users whose head found no room in this slot: residuals only shrink until the next one, so they
/// take no further part. One failure tells of others, too:
///  - by domination: who asks for no less of every resource on no other servers fails as well;
///  - by reach: who found no room in the slot before can only start on a server released in this
///    one. `reach` says for each of these, if they are few, for whose head it still has room;
///    who has room on none of them fails.
#pragma once

#include "kernels/phases/released.hpp"
#include "kernels/primitives/first_least.hpp"

namespace fairslot::inline FAIRSLOT_ISA::freeze {

FAIRSLOT_FUNCTION inline int user_words(ProblemView const& p) { return (p.users + 63) / 64; }
FAIRSLOT_FUNCTION inline int user_stride(ProblemView const& p) { return 64 * user_words(p); }

FAIRSLOT_FUNCTION inline FirstLeast user_keys(ProblemView const& p, RunState& s) {
  return {s.keys, s.key_blocks, p.users};
}

/// Brings the reach of servers that have changed up to date.
template <int K>
FAIRSLOT_FUNCTION inline void refresh_reach(ProblemView const& p, RunState& s) {
  for (; s.reach_stale != 0; s.reach_stale &= s.reach_stale - 1) {
    int const at = lowest_bit(s.reach_stale);
    for (int w = 0; w < user_words(p); ++w) {
      if (s.certified[w] == 0) continue;
      int const m = s.released_server[at];
      std::uint64_t users = s.may_use[static_cast<std::int64_t>(m) * user_words(p) + w];
      for (int r = 0; r < K; ++r)
        users &= simd::at_most(s.head_demand + r * user_stride(p) + 64 * w,
                               s.released_residual[r * released_most + at]);
      s.reach[w * released_most + at] = users;
    }
  }
}

/// Users 64w .. 64w+63 that found no room in the slot before and now have none again.
FAIRSLOT_FUNCTION inline std::uint64_t out_of_reach(RunState const& s, int w) {
  if (s.certified[w] == 0) return 0;
  return s.certified[w] & ~simd::united(s.reach + w * released_most, s.released_count);
}

/// Marks the users 64w + bits as failed.
FAIRSLOT_FUNCTION inline void mark_failed(RunState& s, int w, std::uint64_t bits) {
  for (; bits != 0; bits &= bits - 1) s.failed[s.head_pair[64 * w + lowest_bit(bits)]] = s.slot;
}

/// Takes users 64w + bits, as far as they are still there, out of the slot.
FAIRSLOT_FUNCTION inline void take_out(RunState& s, FirstLeast& keys, int w, std::uint64_t bits) {
  bits &= s.contenders[w];
  if (bits == 0) return;
  s.contenders[w] &= ~bits;
  mark_failed(s, w, bits);
  keys.drop(w, bits);
}

FAIRSLOT_FUNCTION inline bool contends(RunState const& s, int user) {
  return s.contenders[user / 64] >> (user % 64) & 1;
}

FAIRSLOT_FUNCTION inline void take_out(RunState& s, int user) {
  s.contenders[user / 64] &= ~(std::uint64_t{1} << (user % 64));
}

/// Who may run on which server, after the head's placement has changed.
FAIRSLOT_FUNCTION inline void show_placement(ProblemView const& p, RunState& s, int user,
                                             std::uint64_t const* allowed) {
  std::uint64_t const bit = std::uint64_t{1} << (user % 64);
  for (int m = 0; m < p.servers; ++m) {
    std::uint64_t& users = s.may_use[static_cast<std::int64_t>(m) * user_words(p) + user / 64];
    users = allowed[m / 64] >> (m % 64) & 1 ? users | bit : users & ~bit;
  }
}

template <int K>
FAIRSLOT_FUNCTION inline void by_reach(ProblemView const& p, RunState& s, FirstLeast& keys) {
  refresh_reach<K>(p, s);
  for (int w = 0; w < user_words(p); ++w) take_out(s, keys, w, out_of_reach(s, w));
}

template <int K>
FAIRSLOT_FUNCTION inline void by_domination(ProblemView const& p, RunState& s, FirstLeast& keys,
                                            std::int32_t entry) {
  std::int32_t const* const d = p.demands + static_cast<std::int64_t>(p.entry[entry].demand) * K;
  std::int32_t const group = p.entry[entry].placement;
  bool const any_group = s.traits.ignore_permitted || p.is_everywhere[group];
  for (int w = 0; w < user_words(p); ++w) {
    if (s.contenders[w] == 0) continue;
    std::uint64_t users =
        any_group ? ~std::uint64_t{0} : simd::equal_to(s.head_group + 64 * w, group);
    for (int r = 0; r < K; ++r)
      users &= simd::at_least(s.head_demand + r * user_stride(p) + 64 * w, d[r]);
    take_out(s, keys, w, users);
  }
}

/// The task of the entry has just found no room.
template <int K>
FAIRSLOT_FUNCTION inline void after_failure(ProblemView const& p, RunState& s, FirstLeast& keys,
                                            std::int32_t entry) {
  if (released::listed(s))
    by_reach<K>(p, s, keys);
  else
    by_domination<K>(p, s, keys, entry);
}

}  // namespace fairslot::inline FAIRSLOT_ISA::freeze
