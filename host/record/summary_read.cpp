#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <utility>

#include "host/record/summary_layout.hpp"
#include "host/record/summary_tables.hpp"
#include "host/record/tables.hpp"
#include "host/statistics/job_sizes.hpp"
#include "kernels/problem.hpp"
#include "kernels/shown.hpp"

namespace fairslot::record {
namespace {

using statistics::Metric;
using statistics::Moments;
using statistics::Summary;
using statistics::SweepPoint;

[[noreturn]] void fail(std::string const& what) { throw FormatError("/summary" + what); }

void require(bool good, std::string const& what) {
  if (!good) fail(what);
}

/// What is shown on a terminal does not steer it.
void require_printable(std::string text, char const* what) {
  std::erase_if(text, [](char c) { return c == '\n' || c == '\t'; });
  std::string const escaped = shown(text, std::string::npos);
  require(escaped == text, fmt::format("{} is \"{}\"", what, shown(escaped)));
}

std::optional<double> defined(double value) {
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

void read_names(H5::Group const& group, Summary& summary) {
  summary.scenario = text_attribute(group, "scenario");
  summary.samples = integer_attribute(group, "samples");
  summary.policies = texts_attribute(group, "policies");
  require(summary.samples >= 1 && summary.samples <= std::numeric_limits<std::int32_t>::max(),
          fmt::format("@samples is {}", summary.samples));
  require(!summary.policies.empty(), "@policies is empty");
  require_printable(summary.scenario, "@scenario");
  for (std::string const& policy : summary.policies) require_printable(policy, "@policies");
  summary.resources = texts_attribute(group, "resources");
  require(summary.resources.size() <= max_resources, "@resources has more than 8");
}

void read_settings(H5::Group const& group, SummaryLayout& layout, Summary& summary) {
  StoredTable const table(group, "settings");
  layout.key = table.text_length("key"), layout.value = table.text_length("value");
  layout.meaning = table.text_length("meaning");
  auto const settings = table.read(layout.settings());
  for (RowReader row(settings); !row.done();) {
    auto const point = static_cast<std::size_t>(row.get<std::int32_t>());
    require(point < summary.points.size(), "/settings names a point that is not there");
    statistics::Setting setting;
    setting.key = row.get_text(layout.key), setting.value = row.get_text(layout.value);
    setting.meaning = row.get_text(layout.meaning);
    require_printable(setting.key + setting.value + setting.meaning, "/settings");
    summary.points[point].set.push_back(std::move(setting));
  }
}

bool is_there(H5::Group const& group, char const* table) {
  return H5Lexists(group.getId(), table, H5P_DEFAULT) > 0;
}

/// A row's sweep point.
int point_of(RowReader& row, Summary const& summary) {
  int const point = row.get<std::int32_t>();
  require(point >= 0 && point < static_cast<int>(summary.points.size()),
          fmt::format(": there is no point {}", point));
  return point;
}

int index_of(std::string const& policy, Summary const& summary) {
  auto const at = std::ranges::find(summary.policies, policy);
  require(at != summary.policies.end(), " names a policy that is not in @policies");
  return static_cast<int>(at - summary.policies.begin());
}

/// A row's policy, as its index.
int policy_of(RowReader& row, SummaryLayout const& layout, Summary const& summary) {
  return index_of(row.get_text(layout.policy), summary);
}

std::int64_t sample_of(RowReader& row, Summary const& summary) {
  std::int64_t const sample = row.get<std::int32_t>();
  require(sample >= 0 && sample < summary.samples, fmt::format(": there is no sample {}", sample));
  return sample;
}

void read_policies(H5::Group const& group, SummaryLayout const& layout, Summary& summary) {
  auto const bytes = StoredTable(group, "policies").read(layout.policies());
  for (RowReader row(bytes); !row.done();) {
    auto& here = summary.points[point_of(row, summary)].policies;
    here.push_back(policy_of(row, layout, summary));
    require(std::ranges::count(here, here.back()) == 1, "/policies names a policy twice");
  }
  for (SweepPoint const& point : summary.points)
    require(!point.policies.empty(), "/policies leaves a point without one");
}

/// Returns how many samples count, a value a point.
List<std::int64_t> read_points(H5::Group const& group, SummaryLayout& layout, Summary& summary) {
  List<std::int64_t> counted;
  auto const points = StoredTable(group, "points").read(layout.points());
  for (RowReader row(points); !row.done();) {
    auto const point = static_cast<std::size_t>(row.get<std::int32_t>());
    require(point == summary.points.size(), "/points is out of order");
    summary.points.emplace_back();
    counted.push_back(row.get<std::int64_t>());
    require(counted.back() >= 0 && counted.back() <= summary.samples,
            "/points holds impossible numbers");
  }
  require(!summary.points.empty(), "/points is empty");
  read_policies(group, layout, summary);
  if (is_there(group, "settings")) read_settings(group, layout, summary);
  return counted;
}

/// The rows of a table that has one for each of `rows` things.
std::vector<char> rows_of(H5::Group const& group, std::string const& name, Columns const& columns,
                          std::size_t rows) {
  StoredTable const table(group, name);
  require(table.rows() == rows, fmt::format("/{} has {} rows, not {}", name, table.rows(), rows));
  return table.read(columns);
}

bool are_possible(Moments const& m) {
  if (m.count == 0) return std::isnan(m.mean) && m.median == -1;
  bool const is_root = std::abs(m.sd * m.sd - m.variance) <= 1e-12 * m.variance;
  bool const spread = m.sd >= 0 && m.variance >= 0 && std::isfinite(m.variance) && is_root;
  bool const quantiles = 0 <= m.median && m.median <= m.p95 && m.p95 <= m.p99;
  return m.count > 0 && m.mean >= 0 && std::isfinite(m.mean) && spread && quantiles;
}

Moments moments_of(RowReader& row) {
  Moments m;
  m.count = row.get<std::int64_t>();
  m.mean = row.get<double>(), m.sd = row.get<double>(), m.variance = row.get<double>();
  m.median = row.get<std::int64_t>(), m.p95 = row.get<std::int64_t>();
  m.p99 = row.get<std::int64_t>();
  bool const possible = are_possible(m);
  if (m.count == 0) m = Moments{};
  m.unstarted = row.get<std::int64_t>();
  require(possible && m.unstarted >= 0, "/moments holds impossible numbers");
  return m;
}

/// Pairs of a point and a policy that runs there.
std::size_t runs_of(Summary const& summary) {
  std::size_t runs = 0;
  for (SweepPoint const& point : summary.points) runs += point.policies.size();
  return runs;
}

void read_moments(H5::Group const& group, SummaryLayout const& layout, Summary& summary) {
  auto const bytes =
      rows_of(group, "moments", layout.moments(), runs_of(summary) * statistics::metrics.size());
  summary.moments.resize(summary.points.size() * summary.policies.size() *
                         statistics::metrics.size());
  RowReader row(bytes);
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (int const policy : summary.points[point].policies)
      for (Metric const metric : statistics::metrics) {
        bool const in_order = row.get<std::int32_t>() == point &&
                              row.get_text(layout.policy) == summary.policies[policy] &&
                              row.get_text(10) == statistics::metric_names[std::size_t(metric)];
        require(in_order, "/moments is out of order");
        summary.moments[summary.cell(point, policy, metric)] = moments_of(row);
      }
}

/// The means of one sample at a point under a policy.
void read_means(RowReader& row, Summary& summary, int point, int policy) {
  for (Metric const metric : statistics::metrics) {
    double const mean = row.get<double>();
    require(std::isnan(mean) || (mean >= 0 && std::isfinite(mean)),
            "/sample_means holds impossible numbers");
    summary.sample_means[summary.cell(point, policy, metric)].push_back(mean);
  }
}

/// The rows of one point, `samples` times its policies.
void read_means_at(RowReader& row, SummaryLayout const& layout, Summary& summary, int point,
                   std::int64_t samples) {
  auto& counted = summary.counted[point];
  for (std::int64_t i = 0; i < samples; ++i)
    for (int const policy : summary.points[point].policies) {
      bool const at_point = row.get<std::int32_t>() == point;
      std::int64_t const sample = sample_of(row, summary);
      bool const next = policy == summary.points[point].policies.front();
      bool const in_order =
          next ? counted.empty() || counted.back() < sample : counted.back() == sample;
      require(at_point && in_order && row.get_text(layout.policy) == summary.policies[policy],
              "/sample_means is out of order");
      if (next) counted.push_back(sample);
      read_means(row, summary, point, policy);
    }
}

void read_sample_means(H5::Group const& group, SummaryLayout const& layout,
                       List<std::int64_t> const& samples, Summary& summary) {
  std::size_t runs = 0;
  for (std::size_t point = 0; point < samples.size(); ++point)
    runs += static_cast<std::size_t>(samples[point]) * summary.points[point].policies.size();
  auto const bytes = rows_of(group, "sample_means", layout.sample_means(), runs);
  summary.counted.resize(samples.size());
  summary.sample_means.resize(summary.moments.size());
  RowReader row(bytes);
  for (int point = 0; point < static_cast<int>(samples.size()); ++point)
    read_means_at(row, layout, summary, point, samples[point]);
}

void read_utilisation(H5::Group const& group, SummaryLayout const& layout, Summary& summary) {
  auto const bytes = rows_of(group, "utilisation", layout.utilisation(),
                             runs_of(summary) * summary.resources.size());
  summary.utilisation.resize(summary.points.size() * summary.policies.size());
  RowReader row(bytes);
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (int const policy : summary.points[point].policies)
      for (std::string const& resource : summary.resources) {
        bool const in_order = row.get<std::int32_t>() == point &&
                              row.get_text(layout.policy) == summary.policies[policy] &&
                              row.get_text(layout.resource) == resource;
        require(in_order, "/utilisation is out of order");
        auto const share = defined(row.get<double>());
        require(!share || (*share >= 0 && *share <= 1), "/utilisation holds impossible numbers");
        summary.utilisation[summary.place(point, policy)].push_back(share);
      }
}

statistics::SizeMeans means_of_size(RowReader& row) {
  statistics::SizeMeans of;
  of.jobs = row.get<std::int64_t>(), of.started_jobs = row.get<std::int64_t>();
  of.started_tasks = row.get<std::int64_t>();
  of.waiting = defined(row.get<double>()), of.queueing = defined(row.get<double>());
  bool const counts = of.jobs >= of.started_jobs && of.started_jobs >= 0 && of.started_tasks >= 0;
  bool const means = of.waiting.has_value() == (of.started_jobs > 0) &&
                     of.queueing.has_value() == (of.started_tasks > 0);
  require(counts && means && of.waiting.value_or(0) >= 0 && of.queueing.value_or(0) >= 0,
          "/sizes holds impossible numbers");
  return of;
}

void read_sizes(H5::Group const& group, SummaryLayout const& layout, Summary& summary) {
  auto const& classes = statistics::least_tasks;
  auto const bytes = rows_of(group, "sizes", layout.sizes(), runs_of(summary) * classes.size());
  summary.sizes.resize(summary.points.size() * summary.policies.size());
  RowReader row(bytes);
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (int const policy : summary.points[point].policies)
      for (std::int64_t const least : classes) {
        bool const in_order = row.get<std::int32_t>() == point &&
                              row.get_text(layout.policy) == summary.policies[policy] &&
                              row.get<std::int64_t>() == least;
        require(in_order, "/sizes is out of order");
        summary.sizes[summary.place(point, policy)].push_back(means_of_size(row));
      }
}

/// A policy that runs at the point.
int policy_at(Summary const& summary, int point, std::string const& name) {
  int const policy = index_of(name, summary);
  require(std::ranges::count(summary.points[point].policies, policy) == 1,
          "/comparisons names a policy of another point");
  return policy;
}

std::vector<int> policies_at(Summary const& summary, int point, std::string const& names) {
  std::vector<int> policies;
  std::istringstream words(names);
  for (std::string name; words >> name;) {
    policies.push_back(policy_at(summary, point, name));
    require(std::ranges::count(policies, policies.back()) == 1,
            "/comparisons names a policy twice");
  }
  require(!policies.empty(), "/comparisons names no policy to compare with");
  return policies;
}

/// The row's gain is what the sample means say; require_consistent_summary() looks at it.
void read_comparisons(H5::Group const& group, SummaryLayout& layout, Summary& summary) {
  StoredTable const table(group, "comparisons");
  layout.against = table.text_length("against"), layout.source = table.text_length("source");
  auto const bytes = table.read(layout.comparisons());
  int last = 0;
  for (RowReader row(bytes); !row.done();) {
    int const point = point_of(row, summary);
    require(point >= std::exchange(last, point), "/comparisons is out of order");
    statistics::Comparison comparison;
    auto const metric = std::ranges::find(statistics::metric_names, row.get_text(10));
    require(metric != statistics::metric_names.end(), "/comparisons names another metric");
    comparison.metric = static_cast<Metric>(metric - statistics::metric_names.begin());
    comparison.ours = policy_at(summary, point, row.get_text(layout.policy));
    row.get_text(layout.policy), row.get<std::int32_t>();
    for (int i = 0; i < 3; ++i) row.get<double>();
    comparison.against = policies_at(summary, point, row.get_text(layout.against));
    require(std::ranges::count(comparison.against, comparison.ours) == 0,
            "/comparisons compares a policy with itself");
    comparison.published = defined(row.get<double>());
    comparison.source = row.get_text(layout.source);
    require_printable(comparison.source, "/comparisons");
    require(comparison.published.has_value() != comparison.source.empty() &&
                std::isfinite(comparison.published.value_or(0)),
            "/comparisons holds an impossible published gain");
    summary.points[point].comparisons.push_back(std::move(comparison));
  }
}

void read_in_part(H5::Group const& group, SummaryLayout const& layout, Summary& summary) {
  auto const bytes = StoredTable(group, "in_part").read(layout.in_part());
  auto& all = summary.in_part;
  for (RowReader row(bytes); !row.done();) {
    int const point = point_of(row, summary);
    std::int64_t const sample = sample_of(row, summary);
    if (all.empty() || all.back().point != point || all.back().sample != sample)
      all.push_back({point, sample, {}});
    all.back().ended.push_back(policy_of(row, layout, summary));
  }
}

void read_failed(H5::Group const& group, SummaryLayout const& layout, Summary& summary) {
  auto const bytes = StoredTable(group, "failed").read(layout.failed());
  for (RowReader row(bytes); !row.done();) {
    statistics::FailedRun run;
    run.point = point_of(row, summary);
    run.sample = sample_of(row, summary);
    run.policy = policy_of(row, layout, summary);
    auto const status = row.get<std::int32_t>();
    require(status > 0 && status < static_cast<int>(statistics::status_names.size()),
            "/failed holds an unknown status");
    run.status = static_cast<RunStatus>(status);
    summary.failed.push_back(run);
  }
}

void read_blocked(H5::Group const& group, SummaryLayout const& layout, Summary& summary) {
  auto const bytes = StoredTable(group, "blocked").read(layout.blocked());
  for (RowReader row(bytes); !row.done();) {
    statistics::Blocked blocked;
    blocked.point = point_of(row, summary);
    blocked.policy = policy_of(row, layout, summary);
    blocked.users = row.get<std::int64_t>();
    blocked.sample = sample_of(row, summary);
    blocked.user = row.get<std::int32_t>(), blocked.job = row.get<std::int32_t>();
    summary.blocked.push_back(blocked);
  }
}

void read_losses(H5::Group const& group, SummaryLayout const& layout, Summary& summary) {
  auto const bytes = StoredTable(group, "losses").read(layout.losses());
  for (RowReader row(bytes); !row.done();) {
    statistics::Losses losses;
    losses.point = point_of(row, summary);
    losses.policy = policy_of(row, layout, summary);
    losses.cancelled = row.get<std::int64_t>(), losses.lost = row.get<std::int64_t>();
    summary.losses.push_back(losses);
  }
}

}  // namespace

Summary read_summary_tables(H5::Group const& root) {
  H5::Group const group = open_group(root, "summary");
  Summary summary;
  read_names(group, summary);
  SummaryLayout layout(summary);
  auto const counted = read_points(group, layout, summary);
  read_moments(group, layout, summary);
  read_sample_means(group, layout, counted, summary);
  read_utilisation(group, layout, summary);
  read_sizes(group, layout, summary);
  if (is_there(group, "comparisons")) read_comparisons(group, layout, summary);
  if (is_there(group, "in_part")) read_in_part(group, layout, summary);
  if (is_there(group, "failed")) read_failed(group, layout, summary);
  if (is_there(group, "blocked")) read_blocked(group, layout, summary);
  if (is_there(group, "losses")) read_losses(group, layout, summary);
  return summary;
}

}  // namespace fairslot::record
