#pragma once

#include <cstdint>

#include "kernels/macros.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Of two places the one of the lesser key, then of the lesser tie, then the first.
struct Sooner {
  std::int64_t const* keys;
  std::int64_t const* ties;  ///< null: all are equal

  FAIRSLOT_FUNCTION std::int32_t operator()(std::int32_t a, std::int32_t b) const {
    if (keys[a] != keys[b]) return keys[a] < keys[b] ? a : b;
    if (ties && ties[a] != ties[b]) return ties[a] < ties[b] ? a : b;
    return a < b ? a : b;
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
