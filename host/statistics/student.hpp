/// Student's t distribution, for confidence intervals.
#pragma once

#include <cstdint>

namespace fairslot::statistics {

/// The t with P(|T| <= t) = 0.95 for so many degrees of freedom (>= 1). Absolute error below 1e-10.
double student_t95(std::int64_t degrees);

}  // namespace fairslot::statistics
