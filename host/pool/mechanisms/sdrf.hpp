#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

/// Stateful DRF: who had more than its equal part is behind for a while. Divisible; the policy
/// `sdrf` of `fairslot run` gives out whole tasks.
struct Sdrf {
  static constexpr std::string_view name = "sdrf",
                                    summary =
                                        "equal dominant shares plus what is remembered of use "
                                        "beyond equal parts",
                                    source = "Sadok, Campista, Costa 2021", claims = "SI, PO, SP";
  static constexpr Takes takes = {.needs_slots = true};
  static constexpr OptionInfo given_delta = {"delta", option::Reals{0, 1, 0.9},
                                             "how much of what is remembered stays a slot"};
  static constexpr OptionInfo options[] = {given_delta};

  explicit Sdrf(Values const& values) : delta(values.real(given_delta)) {}
  Answer solve(Instance const&, Steps) const;

  double delta;
};

}  // namespace fairslot::pool::mechanisms
