#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "host/statistics/comparisons.hpp"
#include "host/statistics/notes.hpp"
#include "host/statistics/tables_text.hpp"
#include "host/statistics/text_table.hpp"

namespace fairslot::statistics {
namespace {

using Column = TextTable::Column;
constexpr Column left{TextTable::Align::left}, right{};

constexpr std::array<std::string_view, 3> titles{"Waiting of users", "Queueing of tasks",
                                                 "Completion of jobs"};

std::string heading(Summary const& summary, int point) {
  std::string text = point_name(summary, point);
  for (Setting const& setting : summary.points[point].set)
    if (!setting.meaning.empty()) text += fmt::format(" ({})", setting.meaning);
  std::int64_t const counted = summary.samples_at(point);
  if (counted < summary.samples)  // as after an interrupt
    text += fmt::format(" ({} of {} samples)", counted, summary.samples);
  return text;
}

std::vector<std::string> moments_row(std::string const& policy, Moments const& m) {
  if (m.count == 0) return {policy, "-", "-", "-", "-", "-", "-", "0"};
  return {policy,
          number(m.mean),
          number(m.sd),
          number(m.variance),
          std::to_string(m.median),
          std::to_string(m.p95),
          std::to_string(m.p99),
          std::to_string(m.count)};
}

/// The three metrics in one table, so that their columns stand below each other.
std::string moments_table(Summary const& summary, int point) {
  bool const unstarted = any_unstarted(summary);
  TextTable table({left, right, right, right, right, right, right, right, right});
  for (Metric const metric : metrics) {
    table.add({std::string(titles[std::size_t(metric)]), "mean", "sd", "variance", "median", "p95",
               "p99", "values", unstarted ? "unstarted" : ""});
    for (int const policy : summary.points[point].policies) {
      Moments const& m = summary.at(point, policy, metric);
      auto row = moments_row(summary.policies[policy], m);
      if (unstarted) row.push_back(std::to_string(m.unstarted));
      table.add(std::move(row));
    }
  }
  return table.text("  ");
}

std::string utilisation_table(Summary const& summary, int point) {
  if (summary.resources.empty()) return "";
  std::vector<Column> columns(summary.resources.size() + 1, right);
  columns.front() = left;
  TextTable table(columns);
  std::vector<std::string> head{"Used, %"};
  head.insert(head.end(), summary.resources.begin(), summary.resources.end());
  table.add(head);
  for (int const policy : summary.points[point].policies) {
    std::vector<std::string> row{summary.policies[policy]};
    for (auto const& share : summary.utilisation_at(point, policy)) row.push_back(percent(share));
    table.add(std::move(row));
  }
  return table.text("  ");
}

void add_gain(TextTable& table, Summary const& summary, int point, Comparison const& comparison) {
  auto const [b, gain] = gain_of(summary, point, comparison);
  auto const& reported = comparison.published;
  table.add({point_values(summary, point), summary.policies[comparison.ours], summary.policies[b],
             number(gain.mean), number(gain.low), number(gain.high), std::to_string(gain.samples),
             reported ? fmt::format("{}", *reported) : "", comparison.source});
}

using RowsOfPoints = List<std::vector<ComparisonRow>>;

/// Empty where nothing is compared by the metric.
std::string gains_table(Summary const& summary, RowsOfPoints const& rows, Metric metric) {
  std::vector<std::pair<int, Comparison>> found;  // with their points
  bool reported = false;
  for (int point = 0; point < points_of(summary); ++point)
    for (ComparisonRow const& row : rows[point])
      if (auto const& comparison = row.by_metric[static_cast<std::size_t>(metric)]) {
        found.emplace_back(point, *comparison);
        reported |= comparison->published.has_value();
      }
  if (found.empty()) return "";
  TextTable table({left, left, left, right, right, right, right, right, left});
  table.add({"point", "policy", "against", "gain", "95% low", "95% high", "samples",
             reported ? "published" : "", reported ? "by" : ""});
  for (auto const& [point, comparison] : found) add_gain(table, summary, point, comparison);
  return fmt::format("\n{}\n", titles[std::size_t(metric)]) + table.text("  ");
}

std::string gains_tables(Summary const& summary, bool all_pairs) {
  RowsOfPoints rows;
  std::size_t most = 0;
  for (int point = 0; point < points_of(summary); ++point) {
    rows.push_back(comparison_rows(summary, point, all_pairs));
    for (ComparisonRow const& row : rows.back()) most = std::max(most, row.against.size());
  }
  if (most == 0) return "";
  std::string text = fmt::format(
      "Gains (mean over the samples of other - own{}; positive: shorter)\n", best_of(most));
  for (Metric const metric : metrics) text += gains_table(summary, rows, metric);
  return text;
}

}  // namespace

std::string long_tables(Summary const& summary, bool all_pairs) {
  std::string text =
      fmt::format("{}: {} sample{}; all times in slots; means of all values\n\n", summary.scenario,
                  summary.samples, summary.samples == 1 ? "" : "s");
  for (int point = 0; point < points_of(summary); ++point)
    text += heading(summary, point) + "\n" + moments_table(summary, point) +
            utilisation_table(summary, point) + "\n";
  return text + gains_tables(summary, all_pairs);
}

}  // namespace fairslot::statistics
