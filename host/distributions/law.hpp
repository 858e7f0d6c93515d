/// What a law of chance has: a name, a line about it, options, and
///   double quantile(double u) const;
/// below which a value is with probability u in (0, 1); constructed from the options' values. One
/// without a grid says itself what it draws: least(), most() and size(), different values at most.
/// A law is one header in this folder and a line in laws.hpp.
#pragma once

#include <cstdint>
#include <string_view>

#include "host/option_values.hpp"
#include "kernels/spec.hpp"

namespace fairslot::distributions {

/// The largest value that is drawn: of capacities, too.
inline constexpr std::int64_t most_value = std::int64_t{1} << 30;

/// Options of the laws whose values are put on a grid: least, least + step, ...
namespace grid {
inline constexpr OptionInfo least = {"least", option::Integers{0, most_value, 1},
                                     "what is below is raised to it"};
inline constexpr OptionInfo most = {"most", option::Integers{0, most_value, most_value},
                                    "the cap: what is above is cut to it"};
inline constexpr OptionInfo step = {"step", option::Integers{1, most_value, 1},
                                    "values below most are rounded to least, least + step, ..."};
}  // namespace grid

/// In (0, 1), so that 1 minus it is a double, too.
inline double probability(std::uint64_t bits) {
  return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
}

using Values = OptionValues;

}  // namespace fairslot::distributions
