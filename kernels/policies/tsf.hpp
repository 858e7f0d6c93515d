#pragma once

#include "kernels/policy.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Task share fairness: tasks over what the whole cluster could run of them. Wang et al. 2016.
struct Tsf {
  static constexpr Description info = {"tsf", "lowest task share n/(w H)", "Wang et al. 2016"};
  struct Options {
    Memory memory;
  };
  static constexpr OptionInfo options[] = {option::memory};

  static constexpr Traits traits(Options const& o) {
    return {.slot_memory = o.memory == Memory::slot, .reads_head = true};
  }

  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const&) {
    return user.count() / (user.weight() * user.monopoly());
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
