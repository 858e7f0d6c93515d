/// A team of lanes that advances a run in step. Two rules keep it free of races:
///  - All lanes call these functions, in the same order; where a lane goes next depends only on
///    what they returned, which is the same in every lane.
///  - What changes during a launch is touched inside them only: by one lane (alone), by each lane
///    at places of its own or by atomics (each, all), or read by all (first). Each ends at a
///    barrier.
#pragma once

#include <type_traits>

#include "kernels/hardware.hpp"
#include "kernels/primitives/first.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace executor {

using Bounds = Kokkos::LaunchBounds<hardware::block_threads, hardware::blocks_a_multiprocessor>;
using Teams = Kokkos::TeamPolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, Bounds>;

class Team {
 public:
  static constexpr bool one_lane = false;
  static constexpr bool watches = false;

  KOKKOS_FUNCTION explicit Team(Teams::member_type const& lanes) : lanes_(lanes) {}

  KOKKOS_FUNCTION int lanes() const { return lanes_.team_size(); }

  /// One lane calls f; all get what it returns.
  template <class F>
  KOKKOS_FUNCTION auto alone(F const& f) const {
    using Result = std::invoke_result_t<F const&>;
    if constexpr (std::is_void_v<Result>) {
      Kokkos::single(Kokkos::PerTeam(lanes_), f);
      lanes_.team_barrier();
    } else {
      Result result{};
      Kokkos::single(
          Kokkos::PerTeam(lanes_), [&](Result& own) { own = f(); }, result);
      return result;
    }
  }

  /// f(0) .. f(count-1), shared among the lanes.
  template <class F>
  KOKKOS_FUNCTION void each(int count, F const& f) const {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(lanes_, count), f);
    lanes_.team_barrier();
  }

  /// f(i) for every bit i.
  template <class F>
  KOKKOS_FUNCTION void each_bit(std::uint64_t const* bits, int words, F const& f) const {
    each(64 * words, [&](int i) {
      if (bits[i / 64] >> (i % 64) & 1) f(i);
    });
  }

  /// f(0) .. f(count-1): is it true of all?
  template <class F>
  KOKKOS_FUNCTION bool all(int count, F const& f) const {
    int result = 1;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(lanes_, count),
        [&](int i, int& so_far) {
          if (!f(i)) so_far = 0;
        },
        Kokkos::Min<int>(result));
    return result != 0;
  }

  /// The first of item(0) .. item(count-1) by before(T, T), `none` among them.
  template <class T, class F>
  KOKKOS_FUNCTION T first(int count, T const& none, F const& item) const {
    T result = none;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(lanes_, count),
        [&](int i, T& best) {
          T const here = item(i);
          if (before(here, best)) best = here;
        },
        First<T>(result, none));
    return result;
  }

  /// Where other lanes change the same.
  template <class T>
  KOKKOS_FUNCTION static void add(T& sum, T amount) {
    Kokkos::atomic_add(&sum, amount);
  }
  KOKKOS_FUNCTION static void set_bit(std::uint64_t* words, int i) {
    Kokkos::atomic_or(&words[i / 64], std::uint64_t{1} << (i % 64));
  }

 private:
  Teams::member_type const& lanes_;
};

}  // namespace executor
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
