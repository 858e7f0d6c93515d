/// During a launch a run lies in scratch memory, as far as it fits: its RunState and, in this
/// order, the arrays that it reads most.
#pragma once

#include <cstddef>
#include <utility>

#include "kernels/executor/team.hpp"
#include "kernels/users/seats.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace team {

inline constexpr std::size_t scratch_alignment = 32;
static_assert(alignof(RunState) <= scratch_alignment);
static_assert(sizeof(RunState) + scratch_alignment <= hardware::scratch_bytes);

/// What decides which arrays a run has.
struct Kind {
  int resources;
  Traits traits;
  FitTraits fit;
  bool certificates;
};

/// visit(array, count, offset) for each array(run), a pointer of its, that has a place in `limit`
/// bytes. Returns how many are used.
template <class F>
FAIRSLOT_FUNCTION std::size_t for_each_placed(ProblemView const& p, Kind const& kind,
                                              std::size_t limit, F const& visit) {
  auto const aligned = [](std::size_t bytes) {
    return (bytes + scratch_alignment - 1) / scratch_alignment * scratch_alignment;
  };
  std::size_t used = aligned(sizeof(RunState));
  auto const place = [&](auto array, std::int64_t count) {
    std::size_t const bytes =
        aligned(static_cast<std::size_t>(count) * sizeof(*array(std::declval<RunState&>())));
    if (bytes == 0 || used + bytes > limit) return;
    visit(array, static_cast<int>(count), used);
    used += bytes;
  };
  std::int64_t const users = seats::stride(p);
  place(
      [](RunState & s) -> auto& { return s.seats.keys; }, users);
  if (!kind.traits.pool) {
    place(
        [](RunState & s) -> auto& { return s.servers.touched; }, p.words);
    place(
        [](RunState & s) -> auto& { return s.servers.residual; }, kind.resources* p.server_stride);
    if (kind.fit.reads_ratios)
      place(
          [](RunState & s) -> auto& { return s.servers.ratio; },
          std::int64_t{p.references} * kind.resources * p.server_stride);
  }
  place(
      [](RunState & s) -> auto& { return s.seats.user; }, users);
  place(
      [](RunState & s) -> auto& { return s.users.head; }, p.users);
  place(
      [](RunState & s) -> auto& { return s.users.left; }, p.users);
  if (kind.certificates) {
    place(
        [](RunState & s) -> auto& { return s.servers.failed; }, p.pairs);
    place(
        [](RunState & s) -> auto& { return s.seats.head_group; }, users);
    place(
        [](RunState & s) -> auto& { return s.seats.head_demand; }, kind.resources* users);
  }
  return used;
}

/// Bytes for a run, of `limit`.
inline std::size_t scratch_bytes(ProblemView const& p, Kind const& kind, std::size_t limit) {
  return for_each_placed(p, kind, limit, [](auto, int, std::size_t) {});
}

/// A run that lies in `memory` from move_in() to move_back().
class Scratch {
 public:
  KOKKOS_FUNCTION Scratch(executor::Team const& by, int resources, ProblemView const& p,
                          RunState& home, char* memory, std::size_t limit)
      : by_(by),
        p_(p),
        kind_{resources, home.policy.traits, home.policy.fit, home.search.certificates},
        home_(home),
        here_(*reinterpret_cast<RunState*>(memory)),
        memory_(memory),
        limit_(limit) {}

  /// The run to be advanced meanwhile.
  KOKKOS_FUNCTION RunState& move_in() const {
    by_.alone([&] {
      here_ = home_;
      for_each([&](auto array, int, std::size_t offset) { point(array(here_), offset); });
    });
    for_each([&](auto array, int count, std::size_t) { copy(array(home_), array(here_), count); });
    return here_;
  }

  KOKKOS_FUNCTION void move_back() const {
    for_each([&](auto array, int count, std::size_t) { copy(array(here_), array(home_), count); });
    by_.alone([&] {
      for_each([&](auto array, int, std::size_t) { array(here_) = array(home_); });
      home_ = here_;
    });
  }

 private:
  template <class F>
  KOKKOS_FUNCTION void for_each(F const& visit) const {
    for_each_placed(p_, kind_, limit_, visit);
  }

  template <class T>
  KOKKOS_FUNCTION void point(T*& array, std::size_t offset) const {
    array = reinterpret_cast<T*>(memory_ + offset);
  }

  template <class T>
  KOKKOS_FUNCTION void copy(T const* from, T* to, int count) const {
    by_.each(count, [&](int i) { to[i] = from[i]; });
  }

  executor::Team const& by_;
  ProblemView const& p_;
  Kind kind_;
  RunState& home_;
  RunState& here_;
  char* memory_;
  std::size_t limit_;
};

}  // namespace team
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
