#include "host/statistics/tables_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fairslot::statistics {

std::string number(std::optional<double> value) {
  if (!value) return "-";
  double const size = std::fabs(*value);
  if (size >= 1e7 || (size > 0 && size < 1e-4)) return fmt::format("{:.3e}", *value);
  return size < 999.95 ? fmt::format("{:#.4g}", *value) : fmt::format("{:.0f}", *value);
}

std::string with_interval(Estimate const& estimate) {
  if (!estimate.high) return number(estimate.mean);
  return number(estimate.mean) + " ± " + number(*estimate.high - *estimate.mean);
}

std::string percent(std::optional<double> share) {
  return share ? fmt::format("{:.1f}", 100 * *share) : "-";
}

std::string point_values(Summary const& summary, int point) {
  std::string text;
  for (Setting const& setting : summary.points[point].set)
    text += (text.empty() ? "" : ", ") + setting.value;
  return text.empty() ? summary.scenario : text;
}

bool any_unstarted(Summary const& summary) {
  return std::ranges::any_of(summary.moments, [](Moments const& m) { return m.unstarted > 0; });
}

std::string names_of(Summary const& summary, std::vector<int> const& policies) {
  auto const split = [&](int policy) {
    std::string const& name = summary.policies[policy];
    auto const end = std::min(name.find(':'), name.size());
    return std::pair(name.substr(0, end), name.substr(end));
  };
  std::string const options = split(policies.front()).second;
  bool const alike =
      std::ranges::all_of(policies, [&](int policy) { return split(policy).second == options; });
  std::string names;
  for (int const policy : policies)
    names += (names.empty() ? "" : "/") + (alike ? split(policy).first : summary.policies[policy]);
  return alike ? names + options : names;
}

std::string best_of(std::size_t policies) {
  if (policies < 2) return "";
  return policies == 2 ? ", over the better of two" : ", over the best of several";
}

}  // namespace fairslot::statistics
