/// What numbers of an instance may be.
#pragma once

#include "host/pool/document.hpp"
#include "kernels/problem.hpp"

namespace fairslot::pool {

/// Within these, products and ratios of a few of them are numbers.
inline constexpr double least_amount = 1e-30, most_amount = 1e30;
inline constexpr Numbers amounts{least_amount, most_amount, true};
inline constexpr Numbers positive{least_amount, most_amount};
inline constexpr Numbers weights{limits::min_weight, limits::max_weight, true};
inline constexpr Numbers contributions{limits::min_weight, limits::max_weight};
inline constexpr Numbers speeds{limits::min_speed, limits::max_speed};

}  // namespace fairslot::pool
