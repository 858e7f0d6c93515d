/// In place of kernels/executor/team.hpp: a team of std::threads, which the thread sanitizer
/// understands. Its lanes wait for each other where those of a CUDA block do, and nowhere else.
#pragma once

#include <barrier>
#include <cstring>
#include <type_traits>
#include <vector>

#include "kernels/hardware.hpp"
#include "kernels/macros.hpp"
#include "kernels/primitives/first.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace executor {

/// What the lanes of a team share.
struct Block {
  static constexpr int place = 64;  ///< bytes of a lane

  explicit Block(int size)
      : lanes(size), barrier(size), places(static_cast<std::size_t>(place * size)) {}

  int lanes;
  std::barrier<> barrier;
  std::vector<char> places;
};

class Team {
 public:
  static constexpr bool one_lane = false;
  static constexpr bool watches = false;

  Team(Block& block, int rank) : block_(block), rank_(rank) {}

  int lanes() const { return block_.lanes; }

  template <class F>
  auto alone(F const& f) const {
    using Result = std::invoke_result_t<F const&>;
    if constexpr (std::is_void_v<Result>) {
      if (rank_ == 0) f();
      wait();
    } else {
      Result result{};
      if (rank_ == 0) result = f();
      return joined(result, [](Result const& first, Result const&) { return first; });
    }
  }

  template <class F>
  void each(int count, F const& f) const {
    for (int i = rank_; i < count; i += lanes()) f(i);
    wait();
  }

  template <class F>
  void each_bit(std::uint64_t const* bits, int words, F const& f) const {
    each(64 * words, [&](int i) {
      if (bits[i / 64] >> (i % 64) & 1) f(i);
    });
  }

  template <class F>
  bool all(int count, F const& f) const {
    bool result = true;
    for (int i = rank_; i < count; i += lanes())
      if (!f(i)) result = false;
    return joined(result, [](bool a, bool b) { return a && b; });
  }

  template <class T, class F>
  T first(int count, T const& none, F const& item) const {
    auto const sooner = [](T const& a, T const& b) { return before(b, a) ? b : a; };
    T best = none;
    for (int i = rank_; i < count; i += lanes()) best = sooner(best, item(i));
    return joined(best, sooner);
  }

  template <class T>
  static void add(T& sum, T amount) {
    Kokkos::atomic_add(&sum, amount);
  }
  static void set_bit(std::uint64_t* words, int i) {
    Kokkos::atomic_or(&words[i / 64], std::uint64_t{1} << (i % 64));
  }

 private:
  void wait() const { block_.barrier.arrive_and_wait(); }

  /// All lanes' values, joined in every lane.
  template <class T, class Join>
  T joined(T value, Join const& join) const {
    std::memcpy(block_.places.data() + Block::place * rank_, &value, sizeof(T));
    wait();
    for (int i = 0; i < block_.lanes; ++i) {
      T other{};
      std::memcpy(&other, block_.places.data() + Block::place * i, sizeof(T));
      value = i == 0 ? other : join(value, other);
    }
    wait();
    return value;
  }

  Block& block_;
  int rank_;
};

}  // namespace executor
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
