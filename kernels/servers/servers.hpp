/// The servers' residual capacities, the residual ratios of the score, and where a class fits.
#pragma once

#include "kernels/primitives/fixed.hpp"
#include "kernels/primitives/simd.hpp"
#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace servers {

/// [W] bits; p.everywhere itself where that is so.
FAIRSLOT_FUNCTION inline std::uint64_t const* permitted(ProblemView const& p, RunState const& s,
                                                        std::int32_t entry) {
  std::int32_t const group = p.entry[entry].placement;
  return s.policy.traits.ignore_permitted || p.is_everywhere[group]
             ? p.everywhere
             : p.placements + static_cast<std::int64_t>(group) * p.words;
}

/// The server's kind as a bit; every_kind where kinds do not matter.
FAIRSLOT_FUNCTION inline std::int32_t kind(ProblemView const& p, int m) {
  return p.kinds_matter ? static_cast<std::int32_t>(1u << p.type_of[m] % server_kinds) : every_kind;
}

/// Bits of the kinds of which permitted() has a server; every_kind where it has some of all.
FAIRSLOT_FUNCTION inline std::int32_t permitted_kinds(ProblemView const& p,
                                                      std::uint64_t const* permitted) {
  if (!p.kinds_matter || permitted == p.everywhere) return every_kind;
  FAIRSLOT_ASSERT(permitted >= p.placements && (permitted - p.placements) % p.words == 0);
  return p.placement_kinds[(permitted - p.placements) / p.words];
}

/// Bits of the servers 64w .. 64w+63 on which a class fits now.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t fitting(ProblemView const& p, RunState const& s, int demand,
                                               int w) {
  return simd::at_least<K>(at_word(s.servers.residual, w), p.server_stride,
                           demand_of<K>(p, demand));
}

template <int K>
FAIRSLOT_FUNCTION inline bool fits(ProblemView const& p, RunState const& s,
                                   std::int32_t const* demand, int m) {
  FAIRSLOT_ASSERT(0 <= m && m < p.servers);
  bool room = true;
  for (int r = 0; r < K; ++r)
    room &= demand[r] <= s.servers.residual[static_cast<std::int64_t>(r) * p.server_stride + m];
  return room;
}

/// put(row, q) for the ratios q of a server with so much left, `row` being the first index of [K].
template <int K, class Put>
FAIRSLOT_FUNCTION inline void for_each_ratio(ProblemView const& p,
                                             Fixed<std::int32_t const, K> const& left,
                                             Put const& put) {
  for (int i = 0; i < p.references; ++i) {
    int const n = p.reference_of[i];
    auto const base = static_cast<double>(left[n]);
    for (int k = 0; k < K - 1; ++k) {
      int const r = k + (k >= n);  // all but n
      put(i * K + r, p.norm[i * K + r] * (static_cast<double>(left[r]) / base));
    }
  }
}

/// Call after the residual of server m has changed.
template <int K>
FAIRSLOT_FUNCTION inline void refresh(ProblemView const& p, RunState& s, int m) {
  if (!s.policy.fit.reads_ratios) return;
  std::int64_t const stride = p.server_stride;
  Fixed<std::int32_t, K> left;
  for (int r = 0; r < K; ++r) left[r] = s.servers.residual[r * stride + m];
  for_each_ratio<K>(p, left, [&](int row, double q) { s.servers.ratio[row * stride + m] = q; });
}

}  // namespace servers
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
