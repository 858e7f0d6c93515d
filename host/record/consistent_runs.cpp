#include <fmt/format.h>

#include <algorithm>

#include "host/record/consistency.hpp"

namespace fairslot::record {
namespace {

using statistics::Summary;

/// The samples that count of the points where the policy runs: what its tables have rows of.
std::vector<RunPlace> places_of(Summary const& summary, int policy) {
  std::vector<RunPlace> places;
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    if (std::ranges::count(summary.points[point].policies, policy))
      for (std::int64_t const sample : summary.counted[point])
        places.push_back({point, static_cast<std::int32_t>(sample)});
  return places;
}

void require_same_tasks(std::vector<StoredRun> const& runs, Summary const& summary, int policy,
                        std::string const& place) {
  List<statistics::Int128> started(summary.points.size()), unstarted(summary.points.size());
  for (StoredRun const& run : runs) {
    started[run.place.point] += run.started;
    unstarted[run.place.point] += run.unstarted;
  }
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point) {
    statistics::Moments const& m = summary.at(point, policy, statistics::Metric::queueing);
    if (m.count != started[point] || m.unstarted != unstarted[point])
      throw FormatError(fmt::format("/summary/moments is of other tasks than {}", place));
  }
}

}  // namespace

std::vector<StoredRun> read_consistent_runs(StoredFile const& file, int policy) {
  std::string const place = fmt::format("/policies/{}/runs", file.header.policies[policy]);
  auto runs = read_runs(file.table(place), file.header.resources);
  if (!std::ranges::equal(runs, places_of(file.summary, policy), {}, &StoredRun::place))
    throw FormatError(
        fmt::format("{} is not a row a sample that counts in /summary, in order", place));
  require_same_tasks(runs, file.summary, policy, place);
  return runs;
}

}  // namespace fairslot::record
