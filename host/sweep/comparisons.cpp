#include "host/sweep/comparisons.hpp"

#include <algorithm>

#include "host/statistics/comparisons.hpp"

namespace fairslot::sweep {
namespace {

using scenario::Scenario;
using statistics::Comparison;
using statistics::Metric;

std::vector<Metric> metrics_of(Scenario::Compare const& compare) {
  switch (compare.metric) {
    case Scenario::Compare::Metric::waiting:
      return {Metric::waiting};
    case Scenario::Compare::Metric::queueing:
      return {Metric::queueing};
    case Scenario::Compare::Metric::completion:
      return {Metric::completion};
    case Scenario::Compare::Metric::all:
      break;
  }
  return {statistics::metrics.begin(), statistics::metrics.end()};
}

/// Those of the names that run here.
std::vector<int> indices(std::vector<std::string> const& names, std::vector<int> const& here,
                         List<std::string> const& policies) {
  std::vector<int> found;
  for (std::string const& name : names)
    for (int const policy : here)
      if (policies[policy] == name) found.push_back(policy);
  return found;
}

}  // namespace

std::vector<Comparison> comparisons_at(Scenario const& scenario, std::size_t number,
                                       std::vector<int> const& here,
                                       List<std::string> const& policies) {
  if (scenario.compare.empty()) return statistics::first_with_the_others(here);
  std::vector<Comparison> all;
  for (Scenario::Compare const& compare : scenario.compare) {
    auto const against = indices(compare.against, here, policies);
    if (against.size() != compare.against.size()) continue;
    for (int const ours : indices(compare.ours, here, policies))
      for (Metric const metric : metrics_of(compare)) {
        Comparison& one = all.emplace_back(Comparison{metric, ours, against});
        if (!compare.published.empty()) one.published = compare.published[number];
        if (one.published) one.source = compare.source;
      }
  }
  return all;
}

}  // namespace fairslot::sweep
