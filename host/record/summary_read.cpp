#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "host/record/stored_table.hpp"
#include "host/record/summary_layout.hpp"
#include "host/record/summary_tables.hpp"
#include "kernels/shown.hpp"

namespace fairslot {
namespace {

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
}

void read_settings(H5::Group const& group, SummaryLayout& layout, Summary& summary) {
  if (H5Lexists(group.getId(), "settings", H5P_DEFAULT) <= 0) return;
  StoredTable const table(group, "settings");
  layout.key = table.text_length("key"), layout.value = table.text_length("value");
  auto const settings = table.read(layout.settings());
  for (RowReader row(settings); !row.done();) {
    auto const point = static_cast<std::size_t>(row.get<std::int32_t>());
    require(point < summary.points.size(), "/settings names a point that is not there");
    std::string key = row.get_text(layout.key), value = row.get_text(layout.value);
    require_printable(key + value, "/settings");
    summary.points[point].set.emplace_back(std::move(key), std::move(value));
  }
}

void read_points(H5::Group const& group, SummaryLayout& layout, Summary& summary) {
  auto const points = StoredTable(group, "points").read(layout.points());
  for (RowReader row(points); !row.done();) {
    auto const point = static_cast<std::size_t>(row.get<std::int32_t>());
    require(point == summary.points.size(), "/points is out of order");
    summary.points.push_back({{}, defined(row.get<double>())});
  }
  require(!summary.points.empty(), "/points is empty");
  read_settings(group, layout, summary);
}

/// The rows of a table that has one for each of `rows` things.
std::vector<char> rows_of(H5::Group const& group, std::string const& name, Columns const& columns,
                          std::size_t rows) {
  StoredTable const table(group, name);
  require(table.rows() == rows, fmt::format("/{} has {} rows, not {}", name, table.rows(), rows));
  return table.read(columns);
}

void read_moments(H5::Group const& group, SummaryLayout const& layout, Summary& summary) {
  std::size_t const cells = summary.points.size() * summary.policies.size() * metrics.size();
  auto const bytes = rows_of(group, "moments", layout.moments(), cells);
  RowReader row(bytes);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    std::size_t const pair = cell / metrics.size(), policies = summary.policies.size();
    bool const in_order = row.get<std::int32_t>() == static_cast<std::int32_t>(pair / policies) &&
                          row.get_text(layout.policy) == summary.policies[pair % policies] &&
                          row.get_text(10) == metric_names[cell % metrics.size()];
    require(in_order, "/moments is out of order");
    Moments m;
    m.count = row.get<std::int64_t>();
    m.mean = row.get<double>(), m.sd = row.get<double>(), m.variance = row.get<double>();
    m.median = row.get<std::int64_t>(), m.p95 = row.get<std::int64_t>();
    m.p99 = row.get<std::int64_t>();
    bool const possible = m.count == 0 || (m.count > 0 && m.mean >= 0 && std::isfinite(m.mean) &&
                                           m.variance >= 0 && std::isfinite(m.variance));
    require(possible, "/moments holds impossible numbers");
    summary.moments.push_back(m.count > 0 ? m : Moments{});
  }
}

void read_sample_means(H5::Group const& group, SummaryLayout const& layout, Summary& summary) {
  int const policies = static_cast<int>(summary.policies.size());
  std::size_t const runs =
      summary.points.size() * summary.policies.size() * static_cast<std::size_t>(summary.samples);
  auto const bytes = rows_of(group, "sample_means", layout.sample_means(), runs);
  summary.sample_means.resize(summary.moments.size());
  RowReader row(bytes);
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (std::int64_t sample = 0; sample < summary.samples; ++sample)
      for (int policy = 0; policy < policies; ++policy) {
        bool const in_order = row.get<std::int32_t>() == point &&
                              row.get<std::int32_t>() == sample &&
                              row.get_text(layout.policy) == summary.policies[policy];
        require(in_order, "/sample_means is out of order");
        for (Metric const metric : metrics) {
          double const mean = row.get<double>();
          require(std::isnan(mean) || (mean >= 0 && std::isfinite(mean)),
                  "/sample_means holds impossible numbers");
          summary.sample_means[summary.cell(point, policy, metric)].push_back(mean);
        }
      }
}

}  // namespace

Summary read_summary_tables(H5::Group const& root) {
  H5::Group const group = open_group(root, "summary");
  Summary summary;
  read_names(group, summary);
  SummaryLayout layout(summary);
  read_points(group, layout, summary);
  read_moments(group, layout, summary);
  read_sample_means(group, layout, summary);
  return summary;
}

}  // namespace fairslot
