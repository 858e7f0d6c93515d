#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

/// One dominant share for all, as large as the first resource to end allows, whatever they ask for:
/// the DFE metric's. Capped, it is progressive filling up to what they ask for.
struct DrfUncapped {
  static constexpr std::string_view name = "drf_uncapped",
                                    summary = "one dominant share for all, without limits",
                                    source = "the DFE metric's DRF", claims = "SI, EF, SP";
  static constexpr Takes takes = {};
  static constexpr OptionInfo given_capped = {
      "capped", option::Integers{0, 1, 0},
      "1: no more than the user's tasks (one where it has no number of them)"};
  static constexpr OptionInfo options[] = {given_capped};

  explicit DrfUncapped(Values const& values) : capped(values.flag(given_capped)) {}
  Answer solve(Instance const&, Steps) const;

  bool capped;
};

}  // namespace fairslot::pool::mechanisms
