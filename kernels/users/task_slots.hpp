#pragma once

#include <cstdint>

#include "kernels/macros.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace users {

/// Slots of a task at that speed: the least k >= 1 with k*speed >= duration.
FAIRSLOT_FUNCTION inline std::int64_t slots_at(double speed, std::int32_t duration) {
  auto k = static_cast<std::int64_t>(duration / speed);
  if (k < 1) k = 1;
  while (k > 1 && static_cast<double>(k - 1) * speed >= duration) --k;
  while (static_cast<double>(k) * speed < duration) ++k;
  return k;
}

/// The same on a server, of these speeds where speeds matter.
FAIRSLOT_FUNCTION inline std::int64_t slots_on(bool by_speed, double const* speed,
                                               std::int32_t server, std::int32_t duration) {
  return by_speed ? slots_at(speed[server], duration) : duration;
}

}  // namespace users
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
