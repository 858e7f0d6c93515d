/// Progressive filling: the levels of all users rise together from 0; a user stops where it has all
/// it wants, or where a resource that it needs ends.
#pragma once

#include <span>
#include <vector>

#include "host/pool/instance.hpp"

namespace fairslot::pool {

/// Tasks [N]. `cost` [N] is what a task adds to its user's level, infinite for who gets nothing;
/// `limit` [N] how many tasks it wants. O(n log n + n K²).
std::vector<double> fill(Instance const&, std::span<double const> cost,
                         std::span<double const> limit);

}  // namespace fairslot::pool
