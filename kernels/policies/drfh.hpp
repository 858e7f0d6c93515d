#pragma once

#include "kernels/fits/fits.hpp"
#include "kernels/policy.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// DRF on heterogeneous servers. Wang, Li and Liang 2014.
struct Drfh {
  static constexpr Description info = {
      .name = "drfh",
      .lowest = "dominant share dom(U)/w",
      .source = "Wang, Li and Liang 2014, best-fit and first-fit DRFH",
      .remembers = "nothing",
      .claims = "PO, EF (Li and Wang 2024, table 1), SP (Wang, Li and Liang 2014)"};
  static constexpr Placement placement = Placement::own;
  enum class Permitted : std::int64_t { apply, ignore };
  struct Options {
    Memory memory;
    std::int64_t fit;
    Permitted permitted;
  };
  static constexpr std::string_view permitted_values[] = {"apply", "ignore"};
  static constexpr OptionInfo options[] = {
      option::memory,
      option::fit,
      {"permitted", option::Names{permitted_values}, "ignore: any server will do"}};

  static constexpr Traits traits(Options const& o) {
    return {.slot_memory = o.memory == Memory::slot,
            .ignore_permitted = o.permitted == Permitted::ignore,
            .fit = static_cast<int>(o.fit)};
  }

  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const&) {
    return dominant_share<K>(user) / user.weight();
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
