#include <cmath>
#include <stdexcept>

#include "host/record/summary_layout.hpp"
#include "host/record/summary_tables.hpp"

namespace fairslot {
namespace {

/// The length of a text column as stored.
std::size_t stored_length(H5::Group const& group, char const* table, char const* column) {
  H5::CompType const type = group.openDataSet(table).getCompType();
  return type.getMemberStrType(static_cast<unsigned>(type.getMemberIndex(column))).getSize();
}

std::optional<double> defined(double value) {
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

void read_points(H5::Group const& group, SummaryLayout& layout, Summary& summary) {
  auto const points = read_rows(group, "points", layout.points());
  for (RowReader row(points); !row.done();) {
    row.get<std::int32_t>();
    summary.points.push_back({{}, defined(row.get<double>())});
  }
  if (!group.nameExists("settings")) return;
  layout.key = stored_length(group, "settings", "key");
  layout.value = stored_length(group, "settings", "value");
  auto const settings = read_rows(group, "settings", layout.settings());
  for (RowReader row(settings); !row.done();) {
    auto const point = static_cast<std::size_t>(row.get<std::int32_t>());
    std::string key = row.get_text(layout.key), value = row.get_text(layout.value);
    summary.points.at(point).set.emplace_back(std::move(key), std::move(value));
  }
}

void read_moments(H5::Group const& group, SummaryLayout const& layout, Summary& summary) {
  auto const bytes = read_rows(group, "moments", layout.moments());
  for (RowReader row(bytes); !row.done();) {
    row.get<std::int32_t>(), row.get_text(layout.policy), row.get_text(10);
    Moments m;
    m.count = row.get<std::int64_t>();
    m.mean = row.get<double>(), m.sd = row.get<double>(), m.variance = row.get<double>();
    m.median = row.get<std::int64_t>(), m.p95 = row.get<std::int64_t>();
    m.p99 = row.get<std::int64_t>();
    summary.moments.push_back(m.count > 0 ? m : Moments{});
  }
}

void read_sample_means(H5::Group const& group, SummaryLayout const& layout, Summary& summary) {
  auto const bytes = read_rows(group, "sample_means", layout.sample_means());
  int const policies = static_cast<int>(summary.policies.size());
  summary.sample_means.resize(summary.points.size() * policies * metrics.size());
  RowReader row(bytes);
  for (int policy = 0; !row.done(); policy = (policy + 1) % policies) {
    int const point = row.get<std::int32_t>();
    row.get<std::int32_t>(), row.get_text(layout.policy);
    for (Metric const metric : metrics)
      summary.sample_means.at(summary.cell(point, policy, metric)).push_back(row.get<double>());
  }
}

}  // namespace

Summary read_summary_tables(H5::Group const& root) {
  H5::Group const group = root.openGroup("summary");
  Summary summary;
  summary.scenario = text_attribute(group, "scenario");
  summary.samples = integer_attribute(group, "samples");
  summary.policies = texts_attribute(group, "policies");
  SummaryLayout layout(summary);
  read_points(group, layout, summary);
  read_moments(group, layout, summary);
  read_sample_means(group, layout, summary);
  return summary;
}

}  // namespace fairslot
