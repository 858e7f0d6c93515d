#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

/// Every user the same part of every resource, in proportion to its weights: R_r/n, the allocator
/// "Avg" of the DFE metric. Uncapped, as published, a user gets it whatever it asks for.
struct EqualSplit {
  static constexpr std::string_view name = "equal_split", summary = "R_r/n of every resource",
                                    source = "the DFE metric's Avg", claims = "SI, EF";
  static constexpr Takes takes = {.resource_weights = true};
  static constexpr OptionInfo given_capped = {
      "capped", option::Integers{0, 1, 0},
      "1: no more than the demand of the user's tasks (one where it has no number of them)"};
  static constexpr OptionInfo options[] = {given_capped};

  explicit EqualSplit(Values const& values) : capped(values.flag(given_capped)) {}
  Answer solve(Instance const&, Steps) const;

  bool capped;
};

}  // namespace fairslot::pool::mechanisms
