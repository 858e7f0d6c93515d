/// Whether an instance is one for the mechanism.
#pragma once

#include <string_view>

#include "host/pool/mechanism.hpp"

namespace fairslot::pool {

// Both throw Unfit.
void require_fit(std::string_view mechanism, Takes const&, Instance const&);
/// Nobody needs a resource of which there is nothing.
void require_resources(std::string_view mechanism, Instance const&);

}  // namespace fairslot::pool
