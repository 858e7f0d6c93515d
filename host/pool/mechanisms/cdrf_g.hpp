#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

/// Constrained DRF: a user's tasks over those for which its permitted servers have room when nobody
/// else is there. The policy `cdrf_g` of `fairslot run` starts whole tasks, in slots.
struct CdrfG {
  static constexpr std::string_view name = "cdrf_g",
                                    summary =
                                        "equal parts of what a user could have alone on its "
                                        "permitted servers, lexicographic",
                                    source = "Wang et al. 2016's constrained DRF", claims = "PO";
  static constexpr Takes takes = {.permitted = true};
  static constexpr OptionInfo given_floor = {"floor", option::Integers{0, 1, 0},
                                             "1: of a server alone whole tasks only"};
  static constexpr OptionInfo options[] = {given_floor};

  explicit CdrfG(Values const& values) : floor(values.flag(given_floor)) {}
  Answer solve(Instance const&, Steps) const;

  bool floor;
};

}  // namespace fairslot::pool::mechanisms
