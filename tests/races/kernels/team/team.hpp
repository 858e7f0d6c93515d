/// In place of kernels/team/team.hpp: a team of std::threads, which the thread sanitizer
/// understands. Its lanes wait for each other where those of a CUDA block do, and nowhere else.
#pragma once

#include <barrier>
#include <cstring>
#include <type_traits>
#include <vector>

#include "kernels/hardware.hpp"
#include "kernels/macros.hpp"
#include "kernels/primitives/first.hpp"

namespace fairslot::inline FAIRSLOT_ISA::team {

/// What the lanes of a team share.
struct Block {
  static constexpr int place = 64;  ///< bytes of a lane

  explicit Block(int size) : lanes(size), barrier(size), places(place * size) {}

  int lanes;
  std::barrier<> barrier;
  std::vector<char> places;
};

struct Team {
  Block& block;
  int rank;

  int team_rank() const { return rank; }
  int team_size() const { return block.lanes; }
  void wait() const { block.barrier.arrive_and_wait(); }

  /// All lanes' values, joined in every lane.
  template <class T, class Join>
  T joined(T value, Join const& join) const {
    std::memcpy(block.places.data() + Block::place * rank, &value, sizeof(T));
    wait();
    for (int i = 0; i < block.lanes; ++i) {
      T other{};
      std::memcpy(&other, block.places.data() + Block::place * i, sizeof(T));
      value = i == 0 ? other : join(value, other);
    }
    wait();
    return value;
  }
};

template <class F>
auto alone(Team const& team, F const& f) {
  using Result = std::invoke_result_t<F const&>;
  if constexpr (std::is_void_v<Result>) {
    if (team.rank == 0) f();
    team.wait();
  } else {
    Result result{};
    if (team.rank == 0) result = f();
    return team.joined(result, [](Result const& first, Result const&) { return first; });
  }
}

template <class F>
void each(Team const& team, int count, F const& f) {
  for (int i = team.rank; i < count; i += team.team_size()) f(i);
  team.wait();
}

template <class F>
bool all(Team const& team, int count, F const& f) {
  bool result = true;
  for (int i = team.rank; i < count; i += team.team_size())
    if (!f(i)) result = false;
  return team.joined(result, [](bool a, bool b) { return a && b; });
}

template <class T, class F>
T first(Team const& team, int count, T const& none, F const& item) {
  auto const sooner = [](T const& a, T const& b) { return before(b, a) ? b : a; };
  T best = none;
  for (int i = team.rank; i < count; i += team.team_size()) best = sooner(best, item(i));
  return team.joined(best, sooner);
}

}  // namespace fairslot::inline FAIRSLOT_ISA::team
