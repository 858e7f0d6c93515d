#include "host/statistics/comparisons.hpp"

#include "host/statistics/published.hpp"

namespace fairslot::statistics {
namespace {

/// Those of the policies that run at the point.
std::vector<int> indices_of(Summary const& summary, int point,
                            std::vector<std::string> const& names) {
  std::vector<int> found;
  for (std::string const& name : names)
    for (int const policy : summary.points[point].policies)
      if (summary.policies[policy] == name) found.push_back(policy);
  return found;
}

std::vector<Comparison> over_the_better(Summary const& summary, int point) {
  std::vector<int> ours;
  for (auto const& [a, b] : compared_pairs(summary, point))
    if (summary.policies[a].starts_with("tvtsf") && (ours.empty() || ours.back() != a))
      ours.push_back(a);
  std::vector<Comparison> all;
  for (auto const& names : {std::vector<std::string>{"tsf", "cdrf"},
                            std::vector<std::string>{"tsf:memory=slot", "cdrf:memory=slot"}})
    if (auto const baselines = indices_of(summary, point, names); !baselines.empty())
      for (int const a : ours) all.push_back({a, baselines});
  return all;
}

}  // namespace

std::vector<Comparison> comparisons_of(Summary const& summary, int point, bool all) {
  std::vector<Comparison> chosen;
  if (all) {
    std::vector<int> const& here = summary.points[point].policies;
    for (std::size_t a = 0; a < here.size(); ++a)
      for (std::size_t b = a + 1; b < here.size(); ++b) chosen.push_back({here[a], {here[b]}});
    return chosen;
  }
  chosen = over_the_better(summary, point);
  if (chosen.empty())
    for (auto const& [a, b] : compared_pairs(summary, point)) chosen.push_back({a, {b}});
  return chosen;
}

int better_baseline(Summary const& summary, int point, Metric metric,
                    Comparison const& comparison) {
  return summary.better_of(point, metric, comparison.baselines)
      .value_or(comparison.baselines.front());
}

std::optional<double> published(Summary const& summary, int point, Metric metric,
                                Comparison const& comparison) {
  if (comparison.baselines.size() < 2) return std::nullopt;
  return published_gain(summary.points[point], metric);
}

}  // namespace fairslot::statistics
