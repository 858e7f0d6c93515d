#pragma once

#include "kernels/policy.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Constrained max-min fairness of one resource. Ghodsi et al. 2013.
struct Cmmf {
  static constexpr Description info = {.name = "cmmf",
                                       .lowest = "share U_r/R_r/w of one resource",
                                       .source = "Ghodsi et al. 2013, Choosy's online rule",
                                       .remembers = "nothing",
                                       .claims = "none (Li and Wang 2024, table 1)"};
  static constexpr Placement placement = Placement::first;
  struct Options {
    Memory memory;
    std::int64_t resource;
  };
  static constexpr OptionInfo options[] = {
      option::memory, {"resource", option::ResourceIndex{0}, "which resource is shared fairly"}};

  static constexpr Traits traits(Options const& o) {
    return {.slot_memory = o.memory == Memory::slot};
  }

  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const& o) {
    using Number = typename User::Number;
    auto const r = static_cast<int>(o.resource);
    auto const total = static_cast<double>(user.p.totals[r]);
    return total == 0.0 ? lanes::all<Number>(0.0)
                        : user.usage(r) / lanes::all<Number>(total) / user.weight();
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
