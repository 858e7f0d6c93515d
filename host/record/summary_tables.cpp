#include "host/record/summary_tables.hpp"

#include <limits>
#include <utility>

#include "host/record/summary_layout.hpp"
#include "host/statistics/job_sizes.hpp"

namespace fairslot::record {
namespace {

using statistics::Metric;
using statistics::Summary;
using statistics::SweepStatistics;

using enum ColumnType;

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

template <class Body>
void for_each_cell(Summary const& summary, Body body) {
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (int const policy : summary.points[point].policies)
      for (Metric const metric : statistics::metrics) body(point, policy, metric);
}

void write_points_again(H5::Group group, Summary const& summary, SummaryLayout const& layout) {
  Rows points, policies, settings;
  std::int32_t number = 0;
  for (statistics::SweepPoint const& point : summary.points) {
    points.put(number, summary.samples_at(number));
    for (int const policy : point.policies) {
      policies.put(number);
      policies.put_text(summary.policies[policy], layout.policy);
    }
    for (statistics::Setting const& setting : point.set) {
      settings.put(number);
      settings.put_text(setting.key, layout.key);
      settings.put_text(setting.value, layout.value);
      settings.put_text(setting.meaning, layout.meaning);
    }
    ++number;
  }
  write_table(group, "points", layout.points(), points);
  write_table(group, "policies", layout.policies(), policies);
  bool const swept = !summary.points.front().set.empty();  // h5diff compares no empty tables
  if (swept) write_table(group, "settings", layout.settings(), settings);
}

void write_moments(H5::Group group, Summary const& summary, SummaryLayout const& layout) {
  Rows rows;
  for_each_cell(summary, [&](int point, int policy, Metric metric) {
    statistics::Moments const& m = summary.at(point, policy, metric);
    bool const any = m.count > 0;
    rows.put(point);
    rows.put_text(summary.policies[policy], layout.policy);
    rows.put_text(statistics::metric_names[std::size_t(metric)], 10);
    rows.put(m.count, any ? m.mean : undefined, any ? m.sd : undefined,
             any ? m.variance : undefined, any ? m.median : -1, any ? m.p95 : -1, any ? m.p99 : -1,
             m.unstarted);
  });
  write_table(group, "moments", layout.moments(), rows);
}

/// Samples that do not count have no rows.
void write_sample_means(H5::Group group, Summary const& summary, SummaryLayout const& layout) {
  Rows rows;
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (std::size_t i = 0; i < summary.counted[point].size(); ++i)
      for (int const policy : summary.points[point].policies) {
        rows.put(point, static_cast<std::int32_t>(summary.counted[point][i]));
        rows.put_text(summary.policies[policy], layout.policy);
        for (Metric const metric : statistics::metrics)
          rows.put(summary.sample_means[summary.cell(point, policy, metric)][i]);
      }
  write_table(group, "sample_means", layout.sample_means(), rows);
}

/// As /settings, these tables are there only where they have rows: h5diff compares no empty ones.
void write_in_part(H5::Group group, Summary const& summary, SummaryLayout const& layout) {
  if (summary.in_part.empty()) return;
  Rows rows;
  for (statistics::PartSample const& part : summary.in_part)
    for (int const policy : part.ended) {
      rows.put(part.point, static_cast<std::int32_t>(part.sample));
      rows.put_text(summary.policies[policy], layout.policy);
    }
  write_table(group, "in_part", layout.in_part(), rows);
}

void write_failed(H5::Group group, Summary const& summary, SummaryLayout const& layout) {
  if (summary.failed.empty()) return;
  Rows rows;
  for (statistics::FailedRun const& run : summary.failed) {
    rows.put(run.point, static_cast<std::int32_t>(run.sample));
    rows.put_text(summary.policies[run.policy], layout.policy);
    rows.put(static_cast<std::int32_t>(run.status));
  }
  write_table(group, "failed", layout.failed(), rows);
}

void write_blocked(H5::Group group, Summary const& summary, SummaryLayout const& layout) {
  if (summary.blocked.empty()) return;
  Rows rows;
  for (statistics::Blocked const& blocked : summary.blocked) {
    rows.put(blocked.point);
    rows.put_text(summary.policies[blocked.policy], layout.policy);
    rows.put(blocked.users, static_cast<std::int32_t>(blocked.sample), blocked.user, blocked.job);
  }
  write_table(group, "blocked", layout.blocked(), rows);
}

void write_losses(H5::Group group, Summary const& summary, SummaryLayout const& layout) {
  if (summary.losses.empty()) return;
  Rows rows;
  for (statistics::Losses const& losses : summary.losses) {
    rows.put(losses.point);
    rows.put_text(summary.policies[losses.policy], layout.policy);
    rows.put(losses.cancelled, losses.lost);
  }
  write_table(group, "losses", layout.losses(), rows);
}

/// The columns of gains.
void put_gain(Rows& rows, Summary const& summary, SummaryLayout const& layout, int point,
              statistics::Comparison const& comparison) {
  auto const [b, gain] = statistics::gain_of(summary, point, comparison);
  rows.put(point);
  rows.put_text(statistics::metric_names[std::size_t(comparison.metric)], 10);
  rows.put_text(summary.policies[comparison.ours], layout.policy);
  rows.put_text(summary.policies[b], layout.policy);
  rows.put(static_cast<std::int32_t>(gain.samples), gain.mean.value_or(undefined),
           gain.low.value_or(undefined), gain.high.value_or(undefined));
}

void write_gains(H5::Group group, Summary const& summary, SummaryLayout const& layout) {
  Rows rows;
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (statistics::Comparison const& pair : statistics::every_pair(summary, point))
      put_gain(rows, summary, layout, point, pair);
  write_table(group, "gains", layout.gains(), rows);
}

void write_comparisons(H5::Group group, Summary const& summary, SummaryLayout const& layout) {
  Rows rows;
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (statistics::Comparison const& comparison : summary.points[point].comparisons) {
      put_gain(rows, summary, layout, point, comparison);
      rows.put_text(statistics::against_text(summary, comparison), layout.against);
      rows.put(comparison.published.value_or(undefined));
      rows.put_text(comparison.source, layout.source);
    }
  if (!rows.bytes().empty()) write_table(group, "comparisons", layout.comparisons(), rows);
}

void write_utilisation(H5::Group group, Summary const& summary, SummaryLayout const& layout) {
  Rows rows;
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (int const policy : summary.points[point].policies)
      for (std::size_t r = 0; r < summary.resources.size(); ++r) {
        rows.put(point);
        rows.put_text(summary.policies[policy], layout.policy);
        rows.put_text(summary.resources[r], layout.resource);
        rows.put(summary.utilisation_at(point, policy)[r].value_or(undefined));
      }
  write_table(group, "utilisation", layout.utilisation(), rows);
}

void write_sizes(H5::Group group, Summary const& summary, SummaryLayout const& layout) {
  Rows rows;
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (int const policy : summary.points[point].policies)
      for (std::size_t i = 0; i < statistics::least_tasks.size(); ++i) {
        statistics::SizeMeans const& of = summary.sizes[summary.place(point, policy)][i];
        rows.put(point);
        rows.put_text(summary.policies[policy], layout.policy);
        rows.put(statistics::least_tasks[i], of.jobs, of.started_jobs, of.started_tasks,
                 of.waiting.value_or(undefined), of.queueing.value_or(undefined));
      }
  write_table(group, "sizes", layout.sizes(), rows);
}

void write_cdf(H5::Group group, SweepStatistics const& statistics, int points, int policy,
               Metric metric) {
  Table table(std::move(group), std::string(statistics::metric_names[std::size_t(metric)]),
              cdf_columns());
  constexpr std::size_t at_a_time = std::size_t{1} << 16;  // bytes
  Rows rows;
  for (int point = 0; point < points; ++point) {
    std::int64_t cumulative = 0;
    statistics.pooled(point, policy, metric)
        .for_each([&](statistics::Distribution::Point const& at) {
          cumulative += at.second;
          rows.put(point, at.first, at.second, cumulative);
          if (rows.bytes().size() >= at_a_time) table.append(std::exchange(rows, {}));
        });
  }
  table.append(rows);
  table.close();
}

void write_cdfs(H5::Group group, SweepStatistics const& statistics, Summary const& summary) {
  for (int policy = 0; policy < static_cast<int>(summary.policies.size()); ++policy) {
    H5::Group const own = group.createGroup(summary.policies[policy]);
    for (Metric const metric : statistics::metrics)
      write_cdf(own, statistics, static_cast<int>(summary.points.size()), policy, metric);
  }
}

}  // namespace

Columns cdf_columns() {
  return {{"point", i32}, {"value", i64, "slots"}, {"count", i64}, {"cumulative", i64}};
}

void write_summary(H5::Group root, SweepStatistics const& statistics, Summary const& summary) {
  H5::Group group = root.createGroup("summary");
  set_attribute(group, "scenario", summary.scenario);
  set_attribute(group, "samples", summary.samples);
  set_attribute(group, "policies", summary.policies);
  set_attribute(group, "resources", summary.resources);
  SummaryLayout const layout(summary);
  write_points_again(group, summary, layout);
  write_moments(group, summary, layout);
  write_sample_means(group, summary, layout);
  write_in_part(group, summary, layout);
  write_failed(group, summary, layout);
  write_blocked(group, summary, layout);
  write_losses(group, summary, layout);
  write_gains(group, summary, layout);
  write_comparisons(group, summary, layout);
  write_utilisation(group, summary, layout);
  write_sizes(group, summary, layout);
  write_cdfs(group.createGroup("cdf"), statistics, summary);
}

}  // namespace fairslot::record
