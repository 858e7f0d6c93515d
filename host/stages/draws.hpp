/// Shapes of random numbers that this folder draws.
#pragma once

#include <cstdint>

#include "host/distributions/portable_math.hpp"

namespace fairslot::stages {

/// Uniform in (0, 1): the middle of one of 2^53 equal parts.
inline double uniform(std::uint64_t bits) {
  return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53;
}
inline double exponential(std::uint64_t bits, double mean) {
  return -mean * distributions::portable::log(uniform(bits));
}

}  // namespace fairslot::stages
