/// The servers on which tasks have ended in this slot, side by side in ascending order.
///
/// A task that found no room in the slot before finds it now on one of these, if at all: all other
/// residuals have only shrunk since. They are few, so such a task is asked about them only.
#pragma once

#include "kernels/primitives/simd.hpp"
#include "kernels/servers/servers.hpp"
#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace released {

/// True where the released servers are listed: they are few, and so are the words of their bits.
FAIRSLOT_FUNCTION inline bool listed(RunState const& s) { return s.released.count >= 0; }

template <int K>
FAIRSLOT_FUNCTION inline void copy(ProblemView const& p, RunState& s, int at, int m) {
  for (int r = 0; r < K; ++r)
    s.released.residual[r * released_most + at] =
        s.servers.residual[static_cast<std::int64_t>(r) * p.server_stride + m];
  for (int i = 0; s.policy.fit.reads_ratios && i < p.references; ++i)
    for (int k = 0; k < K - 1; ++k) {
      std::int64_t const row = i * K + k + (k >= p.reference_of[i]);
      s.released.ratio[row * released_most + at] = s.servers.ratio[row * p.server_stride + m];
    }
}

/// After the slot's releases: lists the touched servers.
template <int K>
FAIRSLOT_FUNCTION inline void list(ProblemView const& p, RunState& s) {
  s.released.count = -1;
  if (!s.released.lists) return;
  std::uint64_t count = 0;
  for (int w = 0; w < p.words; ++w) count += bits_set(s.servers.touched[w]);
  if (count > released_most) return;
  s.released.count = 0;
  for (int i = 0; i < K * released_most; ++i) s.released.residual[i] = -1;
  for (int w = 0; w < p.words; ++w)
    for (std::uint64_t bits = s.servers.touched[w]; bits != 0; bits &= bits - 1) {
      int const m = 64 * w + lowest_bit(bits);
      FAIRSLOT_ASSERT(m < p.servers && s.released.count < released_most);
      s.released.server[s.released.count] = m;
      s.released.place[m] = static_cast<std::uint8_t>(s.released.count);
      copy<K>(p, s, s.released.count++, m);
    }
}

FAIRSLOT_FUNCTION inline bool has(RunState const& s, int m) {
  return listed(s) && (s.servers.touched[m / 64] >> (m % 64) & 1);
}

/// Where server m is in the list, -1 where it is not.
FAIRSLOT_FUNCTION inline int place(RunState const& s, int m) {
  return has(s, m) ? s.released.place[m] : -1;
}

}  // namespace released
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
