/// All policies with all combinations of their options, straight from the list behind the door.
#pragma once

#include <vector>

#include "kernels/policy_spec.hpp"

namespace fairslot {

inline std::vector<Policy> every_policy() {
  std::vector<Policy> all;
  for (int kind = 0; kind < static_cast<int>(policies().size()); ++kind) {
    std::vector<Policy> variants = {{.kind = kind, .options = {}}};
    for (OptionInfo const& option : policies()[kind].options) {
      std::vector<Policy> more;
      for (Policy variant : variants)
        for (std::size_t value = 0; value < option.values.size(); ++value) {
          variant.options.*option.field = static_cast<std::int32_t>(value);
          more.push_back(variant);
        }
      variants = std::move(more);
    }
    all.insert(all.end(), variants.begin(), variants.end());
  }
  return all;
}

}  // namespace fairslot
