/// Instances of random users, as rapidcheck draws them.
#pragma once

#include "host/pool/instance.hpp"

namespace fairslot::pool {

struct Drawn {
  std::size_t most_users = 12, most_resources = 4, least_resources = 1;
  bool zero_demands = true, limits = true, weights = true;
};

/// Small integers, so that there are ties; some users are alike.
Instance draw(Drawn const& = {});
/// On servers of a few classes, some with nothing of a resource, some of which users may not use.
Instance draw_on_servers(Drawn const& = {});

}  // namespace fairslot::pool
