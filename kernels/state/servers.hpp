/// What is left on the servers, or of the pool.
#pragma once

#include "kernels/state/sizes.hpp"

namespace fairslot {

struct Servers {
  std::int32_t* residual;  ///< [K][server_stride], padding -1
  std::int32_t* room;      ///< [K][server_stride] a policy's own: tasks ask for no more; or null
  double* ratio;           ///< [references][K][server_stride] q_mr = a_r*(C_mr/C_mn)
  std::uint64_t* touched;  ///< [W] servers on which tasks have ended in this slot
  std::int64_t* failed;    ///< [pairs] slot in which the pair was last found to fit nowhere
  std::int32_t* tasks_of;  ///< [N][M] running tasks of the user, where there are limits; or null
  std::int64_t pool[max_resources];  ///< what is left of the pool

  void lay_out(Arena& arena, Sizes const& z) {
    residual = arena.take<std::int32_t>(z.resources * z.servers());
    ratio = arena.take<double>(z.traits.pool ? 0 : z.ratios() * z.servers());
    touched = arena.take<std::uint64_t>(z.problem.words);
    failed = arena.take<std::int64_t>(z.problem.pairs);
    bool const limits = z.problem.limits_servers && !z.traits.pool;
    tasks_of =
        limits ? arena.take<std::int32_t>(z.users() * static_cast<std::size_t>(z.problem.servers))
               : nullptr;
  }
};

}  // namespace fairslot
