#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

/// `tsf` where servers differ in speed: a task counts as often as its server is fast. The policy
/// `eunomia` of `fairslot run` starts whole tasks, which end the sooner the faster their server is.
struct Eunomia {
  static constexpr std::string_view name = "eunomia",
                                    summary =
                                        "equal parts of the progress that a user could make "
                                        "alone on all servers, lexicographic",
                                    source = "Zhou, White, Yu 2018, after its abstract",
                                    claims = "PO";
  static constexpr Takes takes = {.permitted = true};
  static constexpr OptionInfo given_floor = {"floor", option::Integers{0, 1, 0},
                                             "1: of a server alone whole tasks only"};
  static constexpr OptionInfo options[] = {given_floor};

  explicit Eunomia(Values const& values) : floor(values.flag(given_floor)) {}
  Answer solve(Instance const&, Steps) const;

  bool floor;
};

}  // namespace fairslot::pool::mechanisms
