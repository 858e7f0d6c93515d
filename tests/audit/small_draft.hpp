/// Random problems so small that every slot may be looked at by hand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/audit/gaps.hpp"
#include "kernels/simulation.hpp"
#include "tests/draft.hpp"

namespace fairslot {

/// The same for the same seed. With all that changes what audits see: permitted sets, weights of
/// users and jobs, limits a server, servers that fail, users that leave, several jobs a user.
Draft small_draft(std::uint64_t seed);

/// What the audit finds in the engine's run.
audit::Finding found(Draft const& draft, std::string const& policy, std::string const& audit);

}  // namespace fairslot
