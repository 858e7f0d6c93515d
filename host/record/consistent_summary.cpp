#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "host/record/consistency.hpp"
#include "host/record/summary_layout.hpp"
#include "host/statistics/notes.hpp"

namespace fairslot::record {
namespace {

using statistics::Blocked;
using statistics::Comparison;
using statistics::FailedRun;
using statistics::Losses;
using statistics::PartSample;
using statistics::Summary;

void require(bool good, char const* what) {
  if (!good) throw FormatError(fmt::format("/summary/{}", what));
}

bool counts(Summary const& summary, int point, std::int64_t sample) {
  return std::ranges::binary_search(summary.counted[point], sample);
}

bool runs_at(Summary const& summary, int point, int policy) {
  return std::ranges::count(summary.points[point].policies, policy) > 0;
}

void require_in_part(Summary const& summary) {
  auto const place = [](PartSample const& part) { return std::pair(part.point, part.sample); };
  auto const not_after = [](auto const& a, auto const& b) { return !(a < b); };
  require(std::ranges::adjacent_find(summary.in_part, not_after, place) == summary.in_part.end(),
          "in_part is out of order");
  for (PartSample const& part : summary.in_part) {
    require(!counts(summary, part.point, part.sample), "in_part names a sample that counts");
    require(part.ended.size() < summary.points[part.point].policies.size(),
            "in_part names a sample that has ended");
    for (int const policy : part.ended)
      require(runs_at(summary, part.point, policy) && std::ranges::count(part.ended, policy) == 1,
              "in_part names a policy twice or one of another point");
  }
}

void require_failed(Summary const& summary) {
  auto const place = [](FailedRun const& run) {
    return std::tuple(run.point, run.sample, run.policy);
  };
  auto const not_after = [](auto const& a, auto const& b) { return !(a < b); };
  require(std::ranges::adjacent_find(summary.failed, not_after, place) == summary.failed.end(),
          "failed is out of order");
  for (FailedRun const& run : summary.failed)
    require(runs_at(summary, run.point, run.policy) && !counts(summary, run.point, run.sample),
            "failed names a sample that counts, or a policy of another point");
  std::set<std::pair<int, std::int64_t>> failed;
  for (FailedRun const& run : summary.failed) failed.emplace(run.point, run.sample);
  for (PartSample const& part : summary.in_part)
    require(!failed.contains({part.point, part.sample}), "failed names a sample of in_part");
}

/// All that is here is of the shard.
void require_shard(Summary const& summary) {
  auto const require_own = [&](int point, std::int64_t sample) {
    require(summary.shard.has(point, sample, summary.samples), "holds a sample of another shard");
  };
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (std::int64_t const sample : summary.counted[point]) require_own(point, sample);
  for (PartSample const& part : summary.in_part) require_own(part.point, part.sample);
  for (FailedRun const& run : summary.failed) require_own(run.point, run.sample);
}

void require_blocked(Summary const& summary) {
  auto const place = [](Blocked const& blocked) {
    return std::pair(blocked.point, blocked.policy);
  };
  auto const not_after = [](auto const& a, auto const& b) { return !(a < b); };
  require(std::ranges::adjacent_find(summary.blocked, not_after, place) == summary.blocked.end(),
          "blocked is out of order");
  for (Blocked const& blocked : summary.blocked)
    require(runs_at(summary, blocked.point, blocked.policy) && blocked.users >= 1 &&
                blocked.user >= 0 && counts(summary, blocked.point, blocked.sample),
            "blocked is of no run that counts");
}

void require_losses(Summary const& summary) {
  auto const place = [](Losses const& losses) { return std::pair(losses.point, losses.policy); };
  auto const not_after = [](auto const& a, auto const& b) { return !(a < b); };
  require(std::ranges::adjacent_find(summary.losses, not_after, place) == summary.losses.end(),
          "losses is out of order");
  for (Losses const& losses : summary.losses)
    require(runs_at(summary, losses.point, losses.policy) && losses.cancelled >= 0 &&
                losses.lost >= 0 && (losses.cancelled > 0 || losses.lost > 0),
            "losses is of no tasks, or of a policy of another point");
}

void require_interrupted(StoredHeader const& header, Summary const& summary) {
  if (statistics::is_interrupted(summary) != header.complete) return;
  throw FormatError(header.complete ? "/run@complete is 1, but samples are missing"
                                    : "/run@complete is 0, but no sample is missing");
}

bool same(double stored, std::optional<double> value) {
  return value ? stored == *value : std::isnan(stored);
}

/// The interval is not compared to the last bit: its quantile comes from the mathematical library.
bool is_gain(RowReader& row, statistics::Estimate const& gain) {
  bool const exact = row.get<std::int32_t>() == gain.samples && same(row.get<double>(), gain.mean);
  auto const low = row.get<double>(), high = row.get<double>();
  bool const about =
      gain.low ? low <= *gain.mean && *gain.mean <= high : std::isnan(low) && std::isnan(high);
  return exact && about;
}

/// Whether the columns of gains in a row are the comparison's.
bool is_of(RowReader& row, Summary const& summary, SummaryLayout const& layout, int point,
           Comparison const& comparison) {
  auto const [b, gain] = statistics::gain_of(summary, point, comparison);
  auto const metric = statistics::metric_names[std::size_t(comparison.metric)];
  bool const in_order = row.get<std::int32_t>() == point && row.get_text(10) == metric &&
                        row.get_text(layout.policy) == summary.policies[comparison.ours] &&
                        row.get_text(layout.policy) == summary.policies[b];
  return in_order && is_gain(row, gain);
}

void require_gains(StoredFile const& file) {
  Summary const& summary = file.summary;
  SummaryLayout const layout(summary);
  auto const bytes = file.table("/summary/gains").read(layout.gains());
  RowReader row(bytes);
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (Comparison const& pair : statistics::every_pair(summary, point))
      require(is_of(row, summary, layout, point, pair),
              "gains is not what /summary/sample_means says");
  require(row.done(), "gains has too many rows");
}

void require_comparisons(StoredFile const& file) {
  Summary const& summary = file.summary;
  SummaryLayout const layout(summary);
  if (!file.has("/summary/comparisons")) return;
  auto const bytes = file.table("/summary/comparisons").read(layout.comparisons());
  RowReader row(bytes);
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (Comparison const& comparison : summary.points[point].comparisons) {
      require(is_of(row, summary, layout, point, comparison),
              "comparisons is not what /summary/sample_means says");
      row.get_text(layout.against), row.get<double>(), row.get_text(layout.source);
    }
}

}  // namespace

void require_consistent_summary(StoredFile const& file) {
  require_shard(file.summary);
  require_failed(file.summary);
  require_interrupted(file.header, file.summary);
  require_in_part(file.summary);
  require_blocked(file.summary);
  require_losses(file.summary);
  require_gains(file);
  require_comparisons(file);
}

}  // namespace fairslot::record
