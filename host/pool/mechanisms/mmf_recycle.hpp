#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

/// Max-min of every resource by itself, the DFE metric's. Uncapped, as published: as many full
/// copies of all demands as there is room for, and max-min of the rest.
struct MmfRecycle {
  static constexpr std::string_view name = "mmf_recycle",
                                    summary =
                                        "max-min of every resource by itself, again and again",
                                    source = "the DFE metric's Max-min", claims = "SI";
  static constexpr Takes takes = {};
  static constexpr OptionInfo given_capped = {
      "capped", option::Integers{0, 1, 0},
      "1: no more than the demand of the user's tasks (one where it has no number of them)"};
  static constexpr OptionInfo options[] = {given_capped};

  explicit MmfRecycle(Values const& values) : capped(values.flag(given_capped)) {}
  Answer solve(Instance const&, Steps) const;

  bool capped;
};

}  // namespace fairslot::pool::mechanisms
