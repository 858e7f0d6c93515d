/// The queues that users stand in: what each is guaranteed, which events may change.
#pragma once

#include "kernels/state/sizes.hpp"

namespace fairslot {

struct Queues {
  double* part;       ///< [named_queues] of the queue around it
  double* guarantee;  ///< [Q] of the cluster: the product along its path

  void lay_out(Arena& arena, Sizes const& z) {
    part = arena.take<double>(static_cast<std::size_t>(z.problem.named_queues));
    guarantee = arena.take<double>(static_cast<std::size_t>(z.problem.queues));
  }
};

}  // namespace fairslot
