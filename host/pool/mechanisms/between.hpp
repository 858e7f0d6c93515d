#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

// Between the equal split of the first resource, alpha 0, and an allocation A of it, alpha 1: the
// instance's `allocation`, or max-min's. The DFE metric's experiment with its own alpha.

inline constexpr OptionInfo given_alpha = {"alpha", option::Reals{0, 1, 0.5},
                                           "0: everybody the same, 1: the allocation as it is"};

/// R·A_i^α / Σ A^α.
struct Power {
  static constexpr std::string_view name = "power",
                                    summary = "in proportion to a power of an allocation",
                                    source = "the DFE metric's alpha", claims = "none";
  static constexpr Takes takes = {};
  static constexpr OptionInfo options[] = {given_alpha};

  explicit Power(Values const& values) : alpha(values.real(given_alpha)) {}
  Answer solve(Instance const&, Steps) const;

  double alpha;
};

/// (1 − α)·R/n + α·A_i·R/ΣA.
struct Linear {
  static constexpr std::string_view name = "linear",
                                    summary = "on the line from equal parts to an allocation",
                                    source = "the DFE metric's alpha", claims = "none";
  static constexpr Takes takes = {};
  static constexpr OptionInfo options[] = {given_alpha};

  explicit Linear(Values const& values) : alpha(values.real(given_alpha)) {}
  Answer solve(Instance const&, Steps) const;

  double alpha;
};

}  // namespace fairslot::pool::mechanisms
