/// Mechanisms that divide the pool anew in every slot.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "host/pool/answer.hpp"

namespace fairslot::pool {

/// Of one slot, [N] each.
struct SlotShares {
  std::vector<double> share;  ///< dominant ones, that users have in it
  std::vector<double> level;  ///< of users, afterwards
};

/// `divide` is handed the dominant shares that users want in slot after slot. The answer is of the
/// mean of all slots, its levels those behind the last.
Answer slot_by_slot(Instance const&, Steps,
                    std::function<SlotShares(std::vector<double> const& wanted)> const& divide);

}  // namespace fairslot::pool
