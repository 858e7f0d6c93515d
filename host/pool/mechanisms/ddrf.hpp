#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

/// Dynamic DRF: users come one by one, each brings a part of every resource, and keeps what it has
/// got, for good. The level is the dominant share over the part. Who leaves takes its part along.
struct Ddrf {
  static constexpr std::string_view name = "ddrf",
                                    summary =
                                        "equal dominant shares of users who come one by one, as "
                                        "far as nobody loses",
                                    source = "Kash, Procaccia, Shah 2013; CN105302650A",
                                    claims = "dynamic SI, dynamic PO, dynamic EF, SP";
  static constexpr Takes takes = {.needs_contribution = true};
  Answer solve(Instance const&, Steps) const;
};

}  // namespace fairslot::pool::mechanisms
