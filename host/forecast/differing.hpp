/// How much of what comes is news: rows that repeat themselves take little in a file.
#pragma once

#include <span>

#include "kernels/problem.hpp"

namespace fairslot::forecast {

/// Of the entries in `order`, by submit slot, those that are not like the one before. One that ends
/// a sequence that came before counts in so far as entries are `late` (a part of them): each finds
/// another queue.
double differing_part(Problem const& problem, std::span<int const> order, double late);

}  // namespace fairslot::forecast
