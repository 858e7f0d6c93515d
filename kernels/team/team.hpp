/// A team of lanes that advances one run in step. Two rules keep it free of races:
///  - All lanes call these functions, in the same order; where a lane goes next depends only on
///    what they returned, which is the same in every lane.
///  - What changes during a launch is touched inside them only: by one lane (alone), by each lane
///    at places of its own or by atomics (each, all), or read by all (first). Each ends at a
///    barrier.
#pragma once

#include <type_traits>

#include "kernels/hardware.hpp"
#include "kernels/macros.hpp"
#include "kernels/primitives/first.hpp"

namespace fairslot::inline FAIRSLOT_ISA::team {

using Bounds = Kokkos::LaunchBounds<hardware::block_threads, hardware::blocks_a_multiprocessor>;
using Teams = Kokkos::TeamPolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, Bounds>;
using Team = Teams::member_type;

/// One lane calls f; all get what it returns.
template <class F>
KOKKOS_FUNCTION auto alone(Team const& team, F const& f) {
  using Result = std::invoke_result_t<F const&>;
  if constexpr (std::is_void_v<Result>) {
    Kokkos::single(Kokkos::PerTeam(team), f);
    team.team_barrier();
  } else {
    Result result{};
    Kokkos::single(
        Kokkos::PerTeam(team), [&](Result& own) { own = f(); }, result);
    return result;
  }
}

/// f(0) .. f(count-1), shared among the lanes.
template <class F>
KOKKOS_FUNCTION void each(Team const& team, int count, F const& f) {
  Kokkos::parallel_for(Kokkos::TeamThreadRange(team, count), f);
  team.team_barrier();
}

/// The same; is f true of all?
template <class F>
KOKKOS_FUNCTION bool all(Team const& team, int count, F const& f) {
  int result = 1;
  Kokkos::parallel_reduce(
      Kokkos::TeamThreadRange(team, count),
      [&](int i, int& so_far) {
        if (!f(i)) so_far = 0;
      },
      Kokkos::Min<int>(result));
  return result != 0;
}

/// The first of item(0) .. item(count-1) by before(T, T), `none` among them.
template <class T, class F>
KOKKOS_FUNCTION T first(Team const& team, int count, T const& none, F const& item) {
  T result = none;
  Kokkos::parallel_reduce(
      Kokkos::TeamThreadRange(team, count),
      [&](int i, T& best) {
        T const here = item(i);
        if (before(here, best)) best = here;
      },
      First<T>(result, none));
  return result;
}

}  // namespace fairslot::inline FAIRSLOT_ISA::team
