/// Which policies of a point are set against each other on the screen.
#pragma once

#include <vector>

#include "host/statistics/summary.hpp"

namespace fairslot::statistics {

/// One comparison: a against the best of some baselines.
struct Comparison {
  int a;
  std::vector<int> baselines;
};

/// Where tsf or cdrf take part those of tvtsf over the better of the two, for each memory apart;
/// else compared_pairs(). `all`: every pair once, in the order of the policies.
std::vector<Comparison> comparisons_of(Summary const& summary, int point, bool all);

/// The baseline of the lowest mean, or the first where none has one.
int better_baseline(Summary const& summary, int point, Metric metric, Comparison const& comparison);

/// What Li and Wang 2024 report of it, in slots: of a comparison with the better of two.
std::optional<double> published(Summary const& summary, int point, Metric metric,
                                Comparison const& comparison);

}  // namespace fairslot::statistics
