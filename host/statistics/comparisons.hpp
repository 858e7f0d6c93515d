/// Which policies of a point are set against each other, and by how much they differ.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/statistics/summary.hpp"

namespace fairslot::statistics {

/// What a point without wishes of its own compares: its first policy with each other, by every
/// metric.
std::vector<Comparison> first_with_the_others(std::vector<int> const& policies);

/// Every policy of a point against each other by every metric, so each pair twice.
std::vector<Comparison> every_pair(Summary const& summary, int point);

/// Of those that a comparison is against the one with the lowest mean, or the first where none has
/// one, and the gain of `ours` over it.
std::pair<int, Estimate> gain_of(Summary const& summary, int point, Comparison const& comparison);

/// "tsf cdrf": names have no blanks.
std::string against_text(Summary const& summary, Comparison const& comparison);

/// The comparisons of the same policies, as a row of a table shows them.
struct ComparisonRow {
  int ours = 0;
  std::vector<int> against;
  std::array<std::optional<Comparison>, metrics.size()> by_metric = {};
};

/// A point's, in the order in which their first ones come. `all_pairs`: instead each pair of its
/// policies once.
std::vector<ComparisonRow> comparison_rows(Summary const& summary, int point, bool all_pairs);

}  // namespace fairslot::statistics
