#include "host/statistics/comparisons.hpp"

#include <algorithm>

namespace fairslot::statistics {
namespace {

std::vector<Comparison> by_every_metric(std::vector<std::pair<int, int>> const& pairs) {
  std::vector<Comparison> all;
  for (Metric const metric : metrics)
    for (auto const& [a, b] : pairs) all.push_back({metric, a, {b}});
  return all;
}

std::vector<std::pair<int, int>> each_pair_once(std::vector<int> const& policies) {
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t a = 0; a < policies.size(); ++a)
    for (std::size_t b = a + 1; b < policies.size(); ++b)
      pairs.emplace_back(policies[a], policies[b]);
  return pairs;
}

}  // namespace

std::vector<Comparison> first_with_the_others(std::vector<int> const& policies) {
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t b = 1; b < policies.size(); ++b)
    pairs.emplace_back(policies.front(), policies[b]);
  return by_every_metric(pairs);
}

std::vector<Comparison> every_pair(Summary const& summary, int point) {
  return by_every_metric(all_pairs(summary, point));
}

std::pair<int, Estimate> gain_of(Summary const& summary, int point, Comparison const& comparison) {
  int const b = summary.better_of(point, comparison.metric, comparison.against)
                    .value_or(comparison.against.front());
  return {b, summary.gain(point, comparison.metric, comparison.ours, b)};
}

std::string against_text(Summary const& summary, Comparison const& comparison) {
  std::string text;
  for (int const policy : comparison.against)
    text += (text.empty() ? "" : " ") + summary.policies[policy];
  return text;
}

std::vector<ComparisonRow> comparison_rows(Summary const& summary, int point, bool all_pairs) {
  SweepPoint const& at = summary.points[point];
  std::vector<ComparisonRow> rows;
  for (Comparison const& comparison :
       all_pairs ? by_every_metric(each_pair_once(at.policies)) : at.comparisons) {
    auto row = std::ranges::find_if(rows, [&](ComparisonRow const& one) {
      return one.ours == comparison.ours && one.against == comparison.against;
    });
    if (row == rows.end()) row = rows.insert(row, {comparison.ours, comparison.against});
    row->by_metric[static_cast<std::size_t>(comparison.metric)] = comparison;
  }
  return rows;
}

}  // namespace fairslot::statistics
