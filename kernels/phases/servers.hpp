/// The servers' residual capacities and what is kept with them: the residual ratios of the score
/// and, for the bits engine, on which servers each demand class fits now.
#pragma once

#include "kernels/primitives/simd.hpp"
#include "kernels/state.hpp"

namespace fairslot::servers {

/// Bits of the servers 64w .. 64w+63 on which a class fits now.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t fits(ProblemView const& p, RunState const& s, int demand,
                                            int w) {
  if (s.use_bits) return s.rows[static_cast<std::int64_t>(demand) * p.words + w];
  std::uint64_t mask = ~std::uint64_t{0};
  for (int r = 0; r < K; ++r)
    mask &= simd::at_least(s.residual + static_cast<std::int64_t>(r) * p.server_stride + 64 * w,
                           p.demands[demand * K + r]);
  return mask;
}

template <int K>
FAIRSLOT_FUNCTION inline void update_ratios(ProblemView const& p, RunState& s, int m) {
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

/// Flips, in the rows, the bits of the classes that began or ceased to fit on server m.
template <int K>
FAIRSLOT_FUNCTION inline void update_rows(ProblemView const& p, RunState& s, int m) {
  std::uint64_t const bit = std::uint64_t{1} << (m % 64);
  std::uint64_t* const row = s.rows + m / 64;
  int const words = p.class_stride / 64;
  for (int w = 0; w < words; ++w) {
    std::uint64_t now = ~std::uint64_t{0};
    for (int r = 0; r < K; ++r)
      now &= simd::at_most(p.demand_columns + static_cast<std::int64_t>(r) * p.class_stride + 64 * w,
                           s.residual[r * p.server_stride + m]);
    std::uint64_t& column = s.columns[static_cast<std::int64_t>(m) * words + w];
    for (std::uint64_t flips = now ^ column; flips != 0; flips &= flips - 1)
      row[static_cast<std::int64_t>(64 * w + lowest_bit(flips)) * p.words] ^= bit;
    column = now;
  }
}

/// Call after the residual of server m has changed.
template <int K>
FAIRSLOT_FUNCTION inline void refresh(ProblemView const& p, RunState& s, int m) {
  update_ratios<K>(p, s, m);
  if (s.use_bits) update_rows<K>(p, s, m);
}

}  // namespace fairslot::servers
