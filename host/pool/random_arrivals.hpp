/// Users who come one by one, drawn: what dynamic DRF is tried on.
#pragma once

#include <cstddef>
#include <vector>

#include "host/pool/draws.hpp"
#include "host/pool/instance.hpp"

namespace fairslot::pool {

/// Of K resources; the largest is 1, so that tasks are dominant shares. With the chance `zeros` a
/// demand is 0.
std::vector<double> draw_demand(Draws& draws, std::size_t K, double zeros);

/// N users of a pool of 1 of each resource; contributions differ by up to ten times, and nobody
/// leaves.
Instance draw_arrivals(Draws& draws, std::size_t N, std::size_t K, double zeros);

}  // namespace fairslot::pool
