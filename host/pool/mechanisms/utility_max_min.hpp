#pragma once

#include "host/pool/mechanisms/max_min.hpp"

namespace fairslot::pool::mechanisms {

/// Max-min fairness of utilities over weights, of one resource: the thesis' F_UMMF.
struct UtilityMaxMin {
  static constexpr std::string_view name = "utility_max_min",
                                    summary =
                                        "weighted max-min fairness of utilities of one resource",
                                    source = "the thesis' F_UMMF", claims = "PO, EF of utilities";
  static constexpr Takes takes = {.needs_utility = true};
  static constexpr OptionInfo options[] = {MaxMin::given_resource};

  explicit UtilityMaxMin(Values const& values)
      : resource(static_cast<std::size_t>(values.integer(MaxMin::given_resource))) {}
  Answer solve(Instance const&, Steps) const;

  std::size_t resource;
};

}  // namespace fairslot::pool::mechanisms
