#include <fmt/format.h>

#include <algorithm>
#include <array>

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
  SweepPoint const& p = summary.points[point];
  for (auto const& [key, value] : p.set)
    if (key == "workload.large_share" && p.large_share && *p.large_share < 0)
      text += " (the trace's own mix)";
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

void add_gain(TextTable& table, Summary const& summary, int point, Metric metric,
              Comparison const& comparison) {
  int const b = better_baseline(summary, point, metric, comparison);
  Estimate const gain = summary.gain(point, metric, comparison.a, b);
  auto const reported = published(summary, point, metric, comparison);
  table.add({point_values(summary, point), summary.policies[comparison.a], summary.policies[b],
             number(gain.mean), number(gain.low), number(gain.high), std::to_string(gain.samples),
             reported ? fmt::format("{}", *reported) : ""});
}

std::string gains_tables(Summary const& summary, bool all_pairs) {
  std::vector<std::vector<Comparison>> all;
  bool any = false, better = false;
  for (int point = 0; point < points_of(summary); ++point) {
    all.push_back(comparisons_of(summary, point, all_pairs));
    any |= !all.back().empty();
    for (Comparison const& comparison : all.back()) better |= comparison.baselines.size() > 1;
  }
  if (!any) return "";
  std::string text =
      fmt::format("Gains (mean over the samples of other - own{}; positive: shorter)\n",
                  better ? ", against the better of tsf and cdrf" : "");
  for (Metric const metric : metrics) {
    TextTable table({left, left, left, right, right, right, right, right});
    table.add({"point", "policy", "against", "gain", "95% low", "95% high", "samples",
               better ? "published" : ""});
    for (int point = 0; point < points_of(summary); ++point)
      for (Comparison const& comparison : all[point])
        add_gain(table, summary, point, metric, comparison);
    text += fmt::format("\n{}\n", titles[std::size_t(metric)]) + table.text("  ");
  }
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
