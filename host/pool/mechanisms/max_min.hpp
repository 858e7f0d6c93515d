#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

/// Weighted max-min fairness of one resource, by sorting: the thesis' F_MMF.
struct MaxMin {
  static constexpr std::string_view name = "max_min",
                                    summary = "weighted max-min fairness of one resource",
                                    source = "the thesis' F_MMF",
                                    claims =
                                        "SI, PO, EF, SP, population monotonicity, resource "
                                        "monotonicity";
  static constexpr Takes takes = {.zero_weights = true};
  static constexpr OptionInfo given_resource = {"resource", option::ResourceIndex{0},
                                                "the one that is divided"};
  static constexpr OptionInfo options[] = {given_resource};

  explicit MaxMin(Values const& values)
      : resource(static_cast<std::size_t>(values.integer(given_resource))) {}
  Answer solve(Instance const&, Steps) const;

  std::size_t resource;
};

/// The same, for `mechanism`.
Answer solve_max_min(std::string_view mechanism, Instance const&, std::size_t resource);

}  // namespace fairslot::pool::mechanisms
