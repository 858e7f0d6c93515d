#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

// Fair over slots: a part of the pool is guaranteed in each slot, the rest goes to those who have
// had least so far. Fikioris, Agarwal and Tardos.

inline constexpr OptionInfo given_guarantee = {
    "alpha", option::Reals{0, 1, 0.5},
    "the part of its equal part that a user gets in every slot where it wants it"};

/// Of dominant shares.
struct DynamicDrf {
  static constexpr std::string_view name = "dynamic_drf",
                                    summary = "max-min of the sums of dominant shares over slots",
                                    source = "Fikioris, Agarwal, Tardos 2021", claims = "PO, EF";
  static constexpr Takes takes = {.needs_slots = true};
  static constexpr OptionInfo options[] = {given_guarantee};

  explicit DynamicDrf(Values const& values) : alpha(values.real(given_guarantee)) {}
  Answer solve(Instance const&, Steps) const;

  double alpha;
};

/// Of one resource.
struct DynamicMmf {
  static constexpr std::string_view name = "dynamic_mmf",
                                    summary = "max-min of the sums over all slots, of one resource",
                                    source = DynamicDrf::source, claims = DynamicDrf::claims;
  static constexpr Takes takes = {.needs_slots = true};
  static constexpr OptionInfo options[] = {given_guarantee};

  explicit DynamicMmf(Values const& values) : drf(values) {}
  Answer solve(Instance const&, Steps) const;

  DynamicDrf drf;  ///< of one resource it is the same
};

}  // namespace fairslot::pool::mechanisms
