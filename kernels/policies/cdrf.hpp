#pragma once

#include "kernels/policy.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// SequentialMinMax: the lowest dominant share after the next task. Parkes, Procaccia, Shah 2015.
struct Cdrf {
  static constexpr Description info = {
      .name = "cdrf",
      .lowest = "dominant share counting the next task, dom(U + d)/w",
      .source = "Parkes, Procaccia and Shah 2015, SequentialMinMax",
      .remembers = "nothing",
      .claims = "SI, PO, EF1 (Li and Wang 2024, table 1)"};
  struct Options {
    Memory memory;
  };
  static constexpr OptionInfo options[] = {option::memory};

  static constexpr Traits traits(Options const& o) {
    return {.slot_memory = o.memory == Memory::slot};
  }

  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const&) {
    return dominant_share_after_next<K>(user) / user.weight();
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
