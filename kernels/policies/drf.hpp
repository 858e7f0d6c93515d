#pragma once

#include "kernels/policy.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Dominant resource fairness on one pool. Ghodsi et al. 2011, algorithm 1.
struct Drf {
  static constexpr Description info = {
      .name = "drf",
      .lowest = "dominant share dom(U)/w, of one pool",
      .source = "Ghodsi et al. 2011, alg. 1",
      .remembers = "nothing",
      .claims = "SI, PO, EF (Li and Wang 2024, table 1), SP (Ghodsi et al. 2011)"};
  static constexpr Placement placement = Placement::none;
  struct Options {
    Memory memory;
    std::int64_t strict;
  };
  static constexpr OptionInfo options[] = {option::memory, option::strict};

  static constexpr Traits traits(Options const& o) {
    bool const strict = o.strict != 0;
    return {.pool = true,
            .strict = strict,
            .slot_memory = o.memory == Memory::slot,
            .in_turn = strict,
            .steps = strict};
  }

  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const&) {
    return dominant_share<K>(user) / user.weight();
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
