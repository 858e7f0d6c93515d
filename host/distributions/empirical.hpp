/// Values as they were counted: "empirical:1*70,10*25,1000*5", or of a CSV of value and count.
#pragma once

#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "host/distributions/law.hpp"

namespace fairslot::distributions {

struct Empirical {
  static constexpr std::string_view name = "empirical",
                                    summary =
                                        "as counted: `empirical:VALUE*COUNT,...` or "
                                        "`empirical:file=NAME.csv`, lines of VALUE,COUNT";
  static constexpr std::span<OptionInfo const> options = {};

  /// "1*70,10*25,7": values with their counts, 1 where none stands there. Throws SpecError.
  explicit Empirical(std::string_view counts);

  double quantile(double u) const;
  std::int64_t least() const { return values.front(); }
  std::int64_t most() const { return values.back(); }
  std::int64_t size() const { return std::ssize(values); }
  /// What it is made of again, ascending, a value once.
  std::string counts() const;

  std::vector<std::int64_t> values;  ///< ascending
  std::vector<std::uint64_t> upto;   ///< cumulative counts
};

/// "empirical:file=NAME" as "empirical:VALUE*COUNT,...", with what the file has, from `folder` on
/// unless it is absolute; any other text as it is. Throws SpecError or InputError.
std::string with_counts(std::string_view text, std::string const& folder);

}  // namespace fairslot::distributions
