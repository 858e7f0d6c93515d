/// What the hardware has room for: the only questions whose answers differ in kind between a
/// processor and a device.
#pragma once

#include <cstdint>

#include "kernels/space.hpp"

namespace fairslot::hardware {

/// Bounds for a device's compiler: a run has a block to itself, and so many blocks fit on a
/// multiprocessor, which leaves each thread 128 registers.
inline constexpr int block_threads = 32;
inline constexpr int blocks_a_multiprocessor = 16;

/// Of a team's run in scratch memory: with a block's own need (1 KB) so many blocks share the 228
/// KB of a multiprocessor; on a processor a third of the first cache.
inline constexpr int scratch_bytes = 12 << 10;

/// Lanes of a team: `wanted`, as far as there are so many; 0: chosen.
int team_threads(int wanted);

/// How many runs a launch advances at the same time.
int width();

struct Memory {
  std::uint64_t free, total;  ///< bytes
};
/// Of the device, or of the machine.
Memory memory();

}  // namespace fairslot::hardware
