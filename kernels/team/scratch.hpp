/// During a launch a run lies in scratch memory, as far as it fits: its RunState and, in this
/// order, the arrays that it reads most.
#pragma once

#include <cstddef>
#include <utility>

#include "kernels/executor/team.hpp"
#include "kernels/state/seats.hpp"

namespace fairslot::inline FAIRSLOT_ISA::team {

inline constexpr std::size_t scratch_alignment = 16;
static_assert(alignof(RunState) <= scratch_alignment);
static_assert(sizeof(RunState) + scratch_alignment <= hardware::scratch_bytes);

/// What decides which arrays a run has.
struct Kind {
  int resources;
  Traits traits;
  FitTraits fit;
  bool certificates;
};

/// visit(array, count, offset) for each array, a member of RunState, that has a place in `limit`
/// bytes. Returns how many are used.
template <class F>
FAIRSLOT_FUNCTION std::size_t for_each_placed(ProblemView const& p, Kind const& kind,
                                              std::size_t limit, F const& visit) {
  auto const aligned = [](std::size_t bytes) {
    return (bytes + scratch_alignment - 1) / scratch_alignment * scratch_alignment;
  };
  std::size_t used = aligned(sizeof(RunState));
  auto const place = [&](auto array, int count) {
    std::size_t const bytes = aligned(count * sizeof(*(std::declval<RunState&>().*array)));
    if (bytes == 0 || used + bytes > limit) return;
    visit(array, count, used);
    used += bytes;
  };
  int const users = seats::stride(p);
  place(&RunState::keys, users);
  if (!kind.traits.pool) {
    place(&RunState::touched, p.words);
    place(&RunState::residual, kind.resources * p.server_stride);
    if (kind.fit.reads_ratios)
      place(&RunState::ratio, p.references * kind.resources * p.server_stride);
  }
  place(&RunState::seated, users);
  place(&RunState::head, p.users);
  place(&RunState::left, p.users);
  if (kind.certificates) {
    place(&RunState::failed, p.pairs);
    place(&RunState::head_group, users);
    place(&RunState::head_demand, kind.resources * users);
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
        kind_{resources, home.traits, home.fit, home.certificates},
        home_(home),
        here_(*reinterpret_cast<RunState*>(memory)),
        memory_(memory),
        limit_(limit) {}

  /// The run to be advanced meanwhile.
  KOKKOS_FUNCTION RunState& move_in() const {
    by_.alone([&] {
      here_ = home_;
      for_each([&](auto array, int, std::size_t offset) { point(here_.*array, offset); });
    });
    for_each([&](auto array, int count, std::size_t) { copy(home_.*array, here_.*array, count); });
    return here_;
  }

  KOKKOS_FUNCTION void move_back() const {
    for_each([&](auto array, int count, std::size_t) { copy(here_.*array, home_.*array, count); });
    by_.alone([&] {
      for_each([&](auto array, int, std::size_t) { here_.*array = home_.*array; });
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

}  // namespace fairslot::inline FAIRSLOT_ISA::team
