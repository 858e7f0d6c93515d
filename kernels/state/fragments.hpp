/// How far what is left of the servers is of use to the problem's tasks, at the latest slot row.
#pragma once

#include "kernels/primitives/exact.hpp"
#include "kernels/simulation.hpp"
#include "kernels/state/sizes.hpp"

namespace fairslot {

struct Fragments {
  // Tasks of the problem by what they ask for, and where.
  std::int64_t* tasks;      ///< [stride]
  std::int32_t* demand;     ///< [K][stride]
  std::int32_t* placement;  ///< [stride]
  std::int64_t all_tasks;
  bool everywhere;  ///< all may run on every server

  std::int32_t* left;                ///< [K][server_stride]
  std::int64_t* barred;              ///< [M] tasks that have no room there
  std::int64_t free[max_resources];  ///< of all servers
  Amount lost[max_resources];        ///< Σ left·barred
  std::int64_t looks;                ///< servers that were looked at, in all rows

  /// Sixteen pairs are looked at side by side.
  FAIRSLOT_FUNCTION static std::int64_t stride(ProblemView const& p) {
    return (std::int64_t{p.pairs} + 15) / 16 * 16;
  }

  void lay_out(Arena& arena, Sizes const& z, bool wanted) {
    auto const pairs = static_cast<std::size_t>(wanted ? stride(z.problem) : 0);
    std::size_t const servers = wanted && !z.traits.pool ? z.servers() : 0;
    tasks = arena.take<std::int64_t>(pairs);
    demand = arena.take<std::int32_t>(z.resources * pairs);
    placement = arena.take<std::int32_t>(pairs);
    left = arena.take<std::int32_t>(z.resources * servers);
    barred = arena.take<std::int64_t>(servers);
  }
};

}  // namespace fairslot
