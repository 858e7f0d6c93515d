#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

/// Constrained max-min fairness of tasks, of one resource. The policy `cmmf` of `fairslot run`
/// starts whole tasks, in slots, and counts what they hold of the resource.
struct Cmmf {
  static constexpr std::string_view name = "cmmf",
                                    summary =
                                        "equal tasks on permitted servers of one resource, "
                                        "lexicographic",
                                    source = "Choosy: Ghodsi et al. 2013",
                                    claims = "SI, PO, EF, SP";
  static constexpr Takes takes = {.permitted = true};
  static constexpr OptionInfo given_resource = {"resource", option::ResourceIndex{0},
                                                "the one that is divided"};
  static constexpr OptionInfo options[] = {given_resource};

  explicit Cmmf(Values const& values)
      : resource(static_cast<std::size_t>(values.integer(given_resource))) {}
  Answer solve(Instance const&, Steps) const;

  std::size_t resource;
};

}  // namespace fairslot::pool::mechanisms
