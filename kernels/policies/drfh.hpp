#pragma once

#include "kernels/policy.hpp"

namespace fairslot::inline FAIRSLOT_ISA {

/// DRF on heterogeneous servers, best or first fit. Wang, Li and Liang 2014.
struct Drfh {
  static constexpr std::string_view fit_values[] = {"best", "first"};
  static constexpr std::string_view permitted_values[] = {"apply", "ignore"};
  static constexpr OptionInfo options[] = {
      option::memory,
      {"fit", fit_values, &Options::fit, "which feasible server: best score, or lowest index"},
      {"permitted", permitted_values, &Options::permitted, "ignore: any server will do"}};
  static constexpr PolicyInfo info = {"drfh", "lowest dominant share dom(U)/w, best or first fit",
                                      "Wang, Li and Liang 2014", options};

  static constexpr Traits traits(Options const& o) {
    return {.slot_memory = option::slot_memory(o),
            .ignore_permitted = o.permitted == static_cast<std::int32_t>(Permitted::ignore),
            .fit = static_cast<Fit>(o.fit)};
  }

  template <int K>
  FAIRSLOT_FUNCTION static double share(UserView<K> const& user, Options const&) {
    return dominant_share<K>(user.usage, user.totals) / user.weight;
  }
};

}  // namespace fairslot::inline FAIRSLOT_ISA
