#include <fmt/format.h>

#include <algorithm>

#include "host/record/consistency.hpp"

namespace fairslot::record {
namespace {

using statistics::Summary;

bool runs_at(Summary const& summary, int point, int policy) {
  return std::ranges::count(summary.points[point].policies, policy) > 0;
}

/// The samples that have ended at the points where the policy runs: what its runs have rows of.
std::vector<RunPlace> places_of(Summary const& summary, int policy) {
  std::vector<RunPlace> places;
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point) {
    if (!runs_at(summary, point, policy)) continue;
    std::vector<std::int64_t> samples = summary.failed_at(point);
    samples.insert(samples.end(), summary.counted[point].begin(), summary.counted[point].end());
    std::ranges::sort(samples);
    for (std::int64_t const sample : samples)
      places.push_back({point, static_cast<std::int32_t>(sample)});
  }
  return places;
}

/// Takes out the runs of samples that do not count, the policy's failed ones among them.
void leave_out_failed(std::vector<StoredRun>& runs, Summary const& summary, int policy,
                      std::string const& place) {
  auto own = summary.failed;
  std::erase_if(own, [&](statistics::FailedRun const& run) { return run.policy != policy; });
  auto next = own.begin();
  for (StoredRun const& run : runs) {
    if (run.status == RunStatus::complete) continue;
    bool const known = next != own.end() && next->status == run.status &&
                       RunPlace{next->point, static_cast<std::int32_t>(next->sample)} == run.place;
    if (!known) throw FormatError(fmt::format("/summary/failed is of other runs than {}", place));
    ++next;
  }
  if (next != own.end())
    throw FormatError(fmt::format("/summary/failed is of other runs than {}", place));
  std::erase_if(runs, [&](StoredRun const& run) {
    return !std::ranges::binary_search(summary.counted[run.place.point], run.place.sample);
  });
}

void require_same_tasks(std::vector<StoredRun> const& runs, Summary const& summary, int policy,
                        std::string const& place) {
  List<statistics::Int128> started(summary.points.size()), unstarted(summary.points.size());
  List<statistics::Int128> cancelled(summary.points.size()), lost(summary.points.size());
  for (StoredRun const& run : runs) {
    started[run.place.point] += run.started;
    unstarted[run.place.point] += run.unstarted;
    cancelled[run.place.point] += run.cancelled, lost[run.place.point] += run.lost;
  }
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point) {
    statistics::Moments const& m = summary.at(point, policy, statistics::Metric::queueing);
    if (m.count != started[point] || m.unstarted != unstarted[point])
      throw FormatError(fmt::format("/summary/moments is of other tasks than {}", place));
    statistics::Losses const losses = summary.losses_at(point, policy);
    if (losses.cancelled != cancelled[point] || losses.lost != lost[point])
      throw FormatError(fmt::format("/summary/losses is of other tasks than {}", place));
  }
}

}  // namespace

std::vector<StoredRun> read_consistent_runs(StoredFile const& file, int policy) {
  std::string const place = fmt::format("/policies/{}/runs", file.header.policies[policy]);
  auto runs = read_runs(file.table(place), file.header.resources);
  if (!std::ranges::equal(runs, places_of(file.summary, policy), {}, &StoredRun::place))
    throw FormatError(
        fmt::format("{} is not a row a sample that has ended in /summary, in order", place));
  leave_out_failed(runs, file.summary, policy, place);
  require_same_tasks(runs, file.summary, policy, place);
  return runs;
}

}  // namespace fairslot::record
