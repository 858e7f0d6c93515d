#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

/// Task share fairness: a user's tasks over those for which all servers have room, permitted or
/// not, when nobody else is there. The policy `tsf` of `fairslot run` starts whole tasks, in slots.
struct Tsf {
  static constexpr std::string_view name = "tsf",
                                    summary =
                                        "equal parts of what a user could have alone on all "
                                        "servers, lexicographic",
                                    source = "Wang et al. 2016", claims = "SI, PO, EF, SP";
  static constexpr Takes takes = {.permitted = true};
  static constexpr OptionInfo given_floor = {"floor", option::Integers{0, 1, 0},
                                             "1: of a server alone whole tasks only"};
  static constexpr OptionInfo options[] = {given_floor};

  explicit Tsf(Values const& values) : floor(values.flag(given_floor)) {}
  Answer solve(Instance const&, Steps) const;

  bool floor;
};

}  // namespace fairslot::pool::mechanisms
