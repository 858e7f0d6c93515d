/// The servers' residual capacities, the residual ratios of the score, and where a class fits.
#pragma once

#include "kernels/primitives/simd.hpp"
#include "kernels/state.hpp"

namespace fairslot::inline FAIRSLOT_ISA::servers {

FAIRSLOT_FUNCTION inline std::uint64_t const* permitted(ProblemView const& p, RunState const& s,
                                                        std::int32_t entry) {
  return s.traits.ignore_permitted
             ? p.everywhere
             : p.placements + static_cast<std::int64_t>(p.entry[entry].placement) * p.words;
}

/// Bits of the servers 64w .. 64w+63 on which a class fits now.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t fitting(ProblemView const& p, RunState const& s, int demand,
                                               int w) {
  std::uint64_t mask = ~std::uint64_t{0};
  for (int r = 0; r < K; ++r)
    mask &= simd::at_least(s.residual + static_cast<std::int64_t>(r) * p.server_stride + 64 * w,
                           p.demands[demand * K + r]);
  return mask;
}

template <int K>
FAIRSLOT_FUNCTION inline bool fits(ProblemView const& p, RunState const& s,
                                   std::int32_t const* demand, int m) {
  bool room = true;
  for (int r = 0; r < K; ++r)
    room &= demand[r] <= s.residual[static_cast<std::int64_t>(r) * p.server_stride + m];
  return room;
}

/// Call after the residual of server m has changed.
template <int K>
FAIRSLOT_FUNCTION inline void refresh(ProblemView const& p, RunState& s, int m) {
  for (int i = 0; i < p.references; ++i) {
    int const n = p.reference_of[i];
    auto const base = static_cast<double>(s.residual[n * p.server_stride + m]);
    for (int r = 0; r < K; ++r) {
      if (r == n) continue;
      auto const residual = static_cast<double>(s.residual[r * p.server_stride + m]);
      s.ratio[static_cast<std::int64_t>(i * K + r) * p.server_stride + m] =
          p.norm[i * K + r] * (residual / base);
    }
  }
}

}  // namespace fairslot::inline FAIRSLOT_ISA::servers
