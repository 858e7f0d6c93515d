#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

/// DRF on servers that differ: equal shares of what all servers have together. The policy `drfh` of
/// `fairslot run` starts whole tasks, in slots.
struct Drfh {
  static constexpr std::string_view name = "drfh",
                                    summary =
                                        "equal weighted dominant shares of all servers together, "
                                        "lexicographic",
                                    source = "Wang, Li, Liang 2014", claims = "PO, EF, SP";
  static constexpr Takes takes = {.permitted = true};
  Answer solve(Instance const&, Steps) const;
};

}  // namespace fairslot::pool::mechanisms
