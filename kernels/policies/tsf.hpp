#pragma once

#include "kernels/policy.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Task share fairness: tasks over what the whole cluster could run of them. Wang et al. 2016.
struct Tsf {
  static constexpr Description info = {
      .name = "tsf",
      .lowest = "task share n/(w H)",
      .source = "Wang et al. 2016, task shares (TSF)",
      .remembers = "nothing",
      .claims = "SI, PO, EF (Li and Wang 2024, table 1), SP (Wang et al. 2016)"};
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
