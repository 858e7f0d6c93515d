#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/statistics/comparisons.hpp"
#include "host/statistics/tables_text.hpp"
#include "host/statistics/text_table.hpp"

namespace fairslot::statistics {
namespace {

using Column = TextTable::Column;
constexpr Column left{TextTable::Align::left}, right{}, close{TextTable::Align::right, 1};

/// The point's values before the first row of a point, where there are several points.
std::vector<std::string> row_of(Summary const& summary, int point, bool first) {
  if (points_of(summary) == 1) return {};
  return {first ? point_values(summary, point) : ""};
}

void append(std::vector<std::string>& row, std::vector<std::string> cells) {
  row.insert(row.end(), std::make_move_iterator(cells.begin()),
             std::make_move_iterator(cells.end()));
}

/// "45.1 50.2": of each resource.
std::string used(Summary const& summary, int point, int policy) {
  std::string text;
  for (auto const& share : summary.utilisation_at(point, policy))
    text += (text.empty() ? "" : " ") + percent(share);
  return text;
}

/// "0/120/5": users, tasks, jobs.
std::string unstarted(Summary const& summary, int point, int policy) {
  std::string text;
  for (Metric const metric : metrics)
    text +=
        fmt::format("{}{}", text.empty() ? "" : "/", summary.at(point, policy, metric).unstarted);
  return text;
}

std::vector<std::string> metric_cells(Summary const& summary, int point, int policy,
                                      Metric metric) {
  Moments const& m = summary.at(point, policy, metric);
  auto const quantile = [&](std::int64_t value) {
    return m.count ? std::to_string(value) : std::string("-");
  };
  return {with_interval(summary.over_samples(point, policy, metric)), quantile(m.median),
          quantile(m.p95)};
}

/// "20"; "20/18/-" where the metrics' means are of other samples or of none; "0" where all are.
std::string samples_compared(Summary const& summary, int point, int policy) {
  std::vector<std::string> all, different;
  for (Metric const metric : metrics) {
    Estimate const over = summary.over_samples(point, policy, metric);
    all.push_back(over.mean ? std::to_string(over.samples) : "-");
    if (over.mean && !std::ranges::count(different, all.back())) different.push_back(all.back());
  }
  if (different.empty()) return "0";
  return different.size() == 1 ? different.front() : fmt::format("{}", fmt::join(all, "/"));
}

std::string policies_table(Summary const& summary) {
  bool const several = points_of(summary) > 1, some_unstarted = any_unstarted(summary),
             some_used = !summary.resources.empty();
  std::vector<Column> columns{left};
  std::vector<std::string> head{"policy"};
  if (several) columns.push_back(left), head.insert(head.begin(), "point");
  for (Metric const metric : metrics) {
    columns.insert(columns.end(), {right, close, close});
    append(head, {std::string(metric_names[std::size_t(metric)]), "median", "p95"});
  }
  if (some_used) columns.push_back(right), head.push_back("used %");
  columns.push_back(right), head.push_back("n");
  if (some_unstarted) columns.push_back(right), head.push_back("unstarted");

  TextTable table(columns);
  table.add(head);
  for (int point = 0; point < points_of(summary); ++point)
    for (int const policy : summary.points[point].policies) {
      bool const first = policy == summary.points[point].policies.front();
      auto row = row_of(summary, point, first);
      row.push_back(summary.policies[policy]);
      for (Metric const metric : metrics) append(row, metric_cells(summary, point, policy, metric));
      if (some_used) row.push_back(used(summary, point, policy));
      row.push_back(samples_compared(summary, point, policy));
      if (some_unstarted) row.push_back(unstarted(summary, point, policy));
      table.add(std::move(row));
    }
  return table.text();
}

/// "60.56 ± 13.75 [36]"; empty where the row does not compare by the metric.
std::string gain_cell(Summary const& summary, int point,
                      std::optional<Comparison> const& comparison) {
  if (!comparison) return "";
  auto const& reported = comparison->published;
  return with_interval(gain_of(summary, point, *comparison).second) +
         (reported ? fmt::format(" [{}]", *reported) : "");
}

/// What the cells of the gains are.
std::string gains_heading(std::vector<ComparisonRow> const& rows) {
  std::size_t most = 0;
  std::vector<std::string> sources;
  for (ComparisonRow const& row : rows) {
    most = std::max(most, row.against.size());
    for (auto const& comparison : row.by_metric)
      if (comparison && comparison->published && !std::ranges::count(sources, comparison->source))
        sources.push_back(comparison->source);
  }
  return fmt::format(
      "\nGains: mean over the samples of other - own ± 95 %{}; positive: shorter{}\n",
      best_of(most),
      sources.empty() ? "" : fmt::format("; [as {} report]", fmt::join(sources, "; ")));
}

std::string gains_table(Summary const& summary, bool all_pairs) {
  bool const several = points_of(summary) > 1;
  std::vector<Column> columns{left, left, right, right, right};
  std::vector<std::string> head{"policy", "against", "waiting", "queueing", "completion"};
  if (several) columns.push_back(left), head.insert(head.begin(), "point");
  std::rotate(columns.rbegin(), columns.rbegin() + (several ? 1 : 0), columns.rend());

  TextTable table(columns);
  table.add(head);
  std::vector<ComparisonRow> all;
  for (int point = 0; point < points_of(summary); ++point) {
    bool first = true;
    for (ComparisonRow& compared : comparison_rows(summary, point, all_pairs)) {
      auto row = row_of(summary, point, std::exchange(first, false));
      append(row, {summary.policies[compared.ours], names_of(summary, compared.against)});
      for (auto const& comparison : compared.by_metric)
        row.push_back(gain_cell(summary, point, comparison));
      table.add(std::move(row));
      all.push_back(std::move(compared));
    }
  }
  return all.empty() ? "" : gains_heading(all) + table.text();
}

/// What the values of the column "point" are of.
std::string swept_keys(Summary const& summary) {
  if (points_of(summary) == 1) return "";
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < summary.points.front().set.size(); ++i) {
    std::string key = summary.points.front().set[i].key, meanings;
    for (SweepPoint const& point : summary.points) {
      auto const& [name, value, meaning] = point.set[i];
      if (meaning.empty()) continue;
      std::string const told = fmt::format(" ({}: {})", value, meaning);
      if (meanings.find(told) == std::string::npos) meanings += told;
    }
    keys.push_back(key + meanings);
  }
  return fmt::format("point: {}; ", fmt::join(keys, ", "));
}

std::string used_words(Summary const& summary) {
  std::string names;
  for (std::string const& resource : summary.resources)
    names += (names.empty() ? "" : ", ") + resource;
  return names.empty() ? "" : "; used: of " + names;
}

}  // namespace

std::string short_tables(Summary const& summary, bool all_pairs) {
  return fmt::format(
             "{}: {} sample{}, times in slots: mean ± 95 % over the n samples, median and p95 of "
             "all values\n{}",
             summary.scenario, summary.samples, summary.samples == 1 ? "" : "s",
             swept_keys(summary)) +
         "--long tells more" + used_words(summary) +
         (any_unstarted(summary) ? "; unstarted: users/tasks/jobs" : "") + "\n\n" +
         policies_table(summary) + gains_table(summary, all_pairs);
}

}  // namespace fairslot::statistics
