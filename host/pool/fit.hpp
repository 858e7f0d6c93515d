/// Whether an instance is one for the mechanism.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/pool/mechanism.hpp"

namespace fairslot::pool {

/// The keys that must be given: "capacity", "users.utility".
std::vector<std::string> needs_of(Takes const&);
/// In words, what not every mechanism takes: "permitted servers".
std::vector<std::string> taken_by(Takes const&);

// All throw Unfit.
void require_fit(std::string_view mechanism, Takes const&, Instance const&);
/// Nobody needs a resource of which there is nothing.
void require_resources(std::string_view mechanism, Instance const&);
/// For mechanisms of one resource: the instance has it.
void require_resource(std::string_view mechanism, Instance const&, std::size_t resource);
/// For mechanisms where tasks have no limit.
void require_no_limits(std::string_view mechanism, Instance const&);
/// For mechanisms where no user weighs more.
void require_equal_weights(std::string_view mechanism, Instance const&);

}  // namespace fairslot::pool
