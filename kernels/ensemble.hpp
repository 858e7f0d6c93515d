/// Many runs at once: a team each, advanced by a budget of starts a launch.
#pragma once

#include <vector>

#include "kernels/resident_run.hpp"

namespace fairslot::ensemble {

/// One launch over all `runs` (of equal K): each is advanced by about `budget` starts, or until the
/// host has to act. Their states are brought up to date.
void launch(std::vector<ResidentRun*> const& runs, std::int64_t budget);

/// Of the kernel for two resources, a thread; zeros on a processor.
struct KernelNeeds {
  int registers, local_bytes;
};
KernelNeeds kernel_needs();

}  // namespace fairslot::ensemble
