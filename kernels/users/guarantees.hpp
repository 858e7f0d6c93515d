/// What queues are guaranteed: at first as the problem has it.
#pragma once

#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace guarantees {

FAIRSLOT_FUNCTION inline void initialize(ProblemView const& p, RunState& s) {
  for (int q = 0; q < p.named_queues; ++q) s.queues.part[q] = p.part[q];
  for (int q = 0; q < p.queues; ++q) s.queues.guarantee[q] = p.guarantee[q];
}

/// The queue gets another part of the one around it; with it all queues inside.
FAIRSLOT_FUNCTION inline void set(ProblemView const& p, RunState& s, int queue, double part) {
  s.queues.part[queue] = part;
  for (int q = queue; q < p.named_queues; ++q) {  // outer ones come before those in them
    double const around = p.outer[q] < 0 ? 1.0 : s.queues.guarantee[p.outer[q]];
    s.queues.guarantee[q] = around * s.queues.part[q];
  }
}

}  // namespace guarantees
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
