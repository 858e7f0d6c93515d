/// One lane that advances a run by itself: what a processor does.
#pragma once

#include <cstdint>

#include "kernels/primitives/exact.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace executor {

struct Alone {
  /// What one lane walks is kept: bits of those who contend, lists of the servers released, indices
  /// over all servers.
  static constexpr bool one_lane = true;
  /// It looks on as tasks start: has more to be called (kernels/watch/watching.hpp).
  static constexpr bool watches = false;

  static constexpr int lanes() { return 1; }

  template <class F>
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION auto alone(F const& f) const {
    return f();
  }
  template <class F>
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION void each(int count, F const& f) const {
    for (int i = 0; i < count; ++i) f(i);
  }
  template <class F>
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION void each_bit(std::uint64_t const* bits, int words,
                                                  F const& f) const {
    for (int w = 0; w < words; ++w)
      for (std::uint64_t left = bits[w]; left != 0; left &= left - 1) f(64 * w + lowest_bit(left));
  }

  template <class T>
  FAIRSLOT_FUNCTION static void add(T& sum, T amount) {
    sum += amount;
  }
  FAIRSLOT_FUNCTION static void set_bit(std::uint64_t* words, int i) {
    words[i / 64] |= std::uint64_t{1} << (i % 64);
  }
};

}  // namespace executor
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
