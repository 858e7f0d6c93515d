/// Random numbers by counter, for lots.
#pragma once

#include <Random123/philox.h>

#include <cstdint>

#include "kernels/macros.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// The first word of Philox4x32-10 with the seed's low and high half for a key and the counter
/// (a, b, c, 0). Salmon et al. 2011.
FAIRSLOT_FUNCTION inline std::uint32_t random_word(std::uint64_t seed, std::uint32_t a,
                                                   std::uint32_t b, std::uint32_t c) {
  philox4x32_ctr_t const counter = {{a, b, c, 0}};
  philox4x32_key_t const key = {
      {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
  return philox4x32(counter, key).v[0];
}

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
