/// What an index knows of the demand classes that it serves: those of one reference resource.
#pragma once

#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace served {

/// Residuals beyond all demands are 255.
FAIRSLOT_FUNCTION inline std::uint8_t byte_of(std::int32_t residual, int shift) {
  std::int32_t const byte = residual >> shift;
  return static_cast<std::uint8_t>(byte < 255 ? byte : 255);
}

/// What the classes of reference slot x.slot ask for at least, and the shifts that make bytes of
/// what they ask for at most. Bytes tell exactly where there is room if no class asks for a part of
/// what a shift rounds to.
template <int K, class Index>
FAIRSLOT_FUNCTION inline void look_at_classes(ProblemView const& p, Index& x) {
  x.exact_rooms = true;
  for (int r = 0; r < K; ++r) {
    std::int32_t least = 0x7fffffff, most = 0, bits = 0;
    for (int c = 0; c < p.classes; ++c) {
      if (p.reference_slot[c] != x.slot) continue;
      std::int32_t const need = p.demands[static_cast<std::int64_t>(c) * K + r];
      least = need < least ? need : least;
      most = need > most ? need : most;
      bits |= need;
    }
    x.least[r] = least;
    for (x.shift[r] = 0; most >> x.shift[r] > 255;) ++x.shift[r];
    x.exact_rooms &= bits >> x.shift[r] << x.shift[r] == bits;
  }
}

/// The resource of ratio j.
template <class Index>
FAIRSLOT_FUNCTION inline int resource(Index const& x, int j) {
  return j + (j >= x.n);
}

}  // namespace served
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
