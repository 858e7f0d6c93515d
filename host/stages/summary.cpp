#include "host/stages/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "host/number_of.hpp"
#include "host/statistics/student.hpp"
#include "host/statistics/text_table.hpp"
#include "kernels/shown.hpp"

namespace fairslot::stages {
namespace {

using statistics::TextTable;
using json = nlohmann::ordered_json;

std::string name_of(SchedulerName name) {
  return std::string(scheduler_names[static_cast<std::size_t>(name)]);
}

std::optional<double> value_of(Measured const& sample, std::size_t scheduler, std::size_t metric) {
  return sample.metrics[scheduler][metric];
}

Estimate mean_of(std::vector<Measured> const& samples, std::size_t scheduler, std::size_t metric) {
  std::vector<double> values;
  for (Measured const& sample : samples)
    if (auto const value = value_of(sample, scheduler, metric)) values.push_back(*value);
  return estimate(values);
}

Gain gain_of(std::vector<Measured> const& samples, std::size_t fgm, std::size_t base,
             std::size_t metric) {
  std::vector<double> differences, parts;
  for (Measured const& sample : samples) {
    auto const ours = value_of(sample, fgm, metric), other = value_of(sample, base, metric);
    if (!ours || !other) continue;
    differences.push_back(*other - *ours);
    if (*other != 0) parts.push_back((*other - *ours) / *other);
  }
  return {static_cast<Metric>(metric), base, estimate(differences), estimate(parts)};
}

void add_published(Gain& gain, Scenario const& scenario, std::size_t point) {
  std::string const against = name_of(scenario.schedulers[gain.against]);
  for (Scenario::Compare const& compare : scenario.compare) {
    bool const all = compare.against.empty();
    if (compare.metric != gain.metric || (!all && !std::ranges::count(compare.against, against)) ||
        compare.published.empty())
      continue;
    gain.published = compare.published[compare.published.size() == 1 ? 0 : point];
    gain.of = compare.of;
    gain.source = compare.source;
  }
}

std::string text(Estimate const& e) {
  if (e.count == 0) return "-";
  return e.half ? fmt::format("{:.6g} ± {:.2g}", e.mean, *e.half) : fmt::format("{:.6g}", e.mean);
}
std::string percent(Estimate const& e) {
  if (e.count == 0) return "-";
  return e.half ? fmt::format("{:.2f} ± {:.2f} %", 100 * e.mean, 100 * *e.half)
                : fmt::format("{:.2f} %", 100 * e.mean);
}

/// As the column beside which it stands.
std::string published_text(Gain const& gain) {
  if (!gain.published) return "";
  auto const [least, most] = *gain.published;
  bool const is_part = gain.of == Scenario::Compare::Of::part;
  double const times = is_part ? 100 : 1;
  std::string const unit = is_part ? " %" : " as base - fgm";
  std::string const numbers = least == most
                                  ? fmt::format("{:g}", times * least)
                                  : fmt::format("{:g} to {:g}", times * least, times * most);
  return fmt::format("{}{} ({})", numbers, unit, shown(gain.source));
}

TextTable table_of(std::size_t columns) {
  std::vector<TextTable::Column> all(columns);
  all.front().align = TextTable::Align::left;
  return TextTable(all);
}

std::string metrics_table(Summary const& summary, PointSummary const& point) {
  TextTable table = table_of(1 + summary.schedulers.size());
  std::vector<std::string> head{""};
  for (SchedulerName const name : summary.schedulers) head.push_back(name_of(name));
  table.add(head);
  auto const add = [&](Metric metric) {
    auto const m = static_cast<std::size_t>(metric);
    std::vector<std::string> row{std::string(metric_names[m])};
    for (auto const& of_scheduler : point.metrics) row.push_back(text(of_scheduler[m]));
    bool const any =
        std::ranges::any_of(point.metrics, [m](auto const& all) { return all[m].count > 0; });
    if (any) table.add(row);
  };
  add(Metric::makespan);
  for (std::size_t m = 0; m < metric_count; ++m)
    if (static_cast<Metric>(m) != Metric::makespan) add(static_cast<Metric>(m));
  return table.text("  ");
}

/// Of those beside which others report something, or of which people ask first.
bool is_shown(Metric metric) {
  constexpr std::array first = {Metric::fairness,  Metric::response,  Metric::jct,
                                Metric::makespan,  Metric::task_time, Metric::small_time,
                                Metric::large_time};
  return std::ranges::count(first, metric) > 0;
}

std::string gains_table(Summary const& summary, PointSummary const& point) {
  if (point.gains.empty()) return "";
  TextTable table = table_of(5);
  table.add({"fgm against", "metric", "base - fgm", "of base", "published"});
  for (Gain const& gain : point.gains) {
    if (!is_shown(gain.metric) && !gain.published) continue;
    table.add({name_of(summary.schedulers[gain.against]),
               std::string(metric_names[static_cast<std::size_t>(gain.metric)]),
               text(gain.difference), percent(gain.relative), published_text(gain)});
  }
  return table.text("  ");
}

std::string never_line(std::string const& scheduler, Never const& never) {
  std::string list;
  for (Never::One const& one : never.first)
    list += fmt::format("{}task {} of job {}{}", list.empty() ? "" : ", ", one.task, one.job,
                        one.sample > 0 ? fmt::format(" in sample {}", one.sample) : "");
  return fmt::format("  {}: {} never, which no worker can hold or which were given up: {}{}\n",
                     scheduler, fairslot::number_of(never.count, "task", "tasks"), list,
                     never.count > std::ssize(never.first) ? ", ..." : "");
}

json estimate_json(Estimate const& e) {
  if (e.count == 0) return nullptr;
  return {{"mean", e.mean}, {"half", e.half ? json(*e.half) : json(nullptr)}, {"count", e.count}};
}

json never_json(Never const& never) {
  json first = json::array();
  for (Never::One const& one : never.first)
    first.push_back({{"sample", one.sample}, {"job", one.job}, {"task", one.task}});
  return {{"count", never.count}, {"first", std::move(first)}};
}

json point_json(Summary const& summary, PointSummary const& point) {
  json set = json::object(), schedulers = json::object(), gains = json::array();
  for (auto const& [key, value] : point.set) set[key] = value;
  for (std::size_t s = 0; s < summary.schedulers.size(); ++s) {
    json own = json::object();
    for (std::size_t m = 0; m < metric_count; ++m)
      own[std::string(metric_names[m])] = estimate_json(point.metrics[s][m]);
    own["never"] = never_json(point.never[s]);
    schedulers[name_of(summary.schedulers[s])] = std::move(own);
  }
  for (Gain const& gain : point.gains) {
    json one = {{"metric", metric_names[static_cast<std::size_t>(gain.metric)]},
                {"against", name_of(summary.schedulers[gain.against])},
                {"difference", estimate_json(gain.difference)},
                {"relative", estimate_json(gain.relative)}};
    if (gain.published)
      one["published"] = {{"of", gain.of == Scenario::Compare::Of::part ? "part" : "difference"},
                          {"least", gain.published->least},
                          {"most", gain.published->most},
                          {"source", gain.source}};
    gains.push_back(std::move(one));
  }
  return {{"set", set}, {"samples", point.samples}, {"schedulers", schedulers}, {"gains", gains}};
}

}  // namespace

void Never::add(Never const& more) {
  for (One const& one : more.first) add(one);
  count += more.count - std::ssize(more.first);
}

Estimate estimate(std::vector<double> const& values) {
  Estimate result;
  result.count = std::ssize(values);
  if (values.empty()) return result;
  double const n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (double const value : values) sum += value;
  result.mean = sum / n;
  if (values.size() == 1) return result;
  for (double const value : values) squares += (value - result.mean) * (value - result.mean);
  result.half = statistics::student_t95(result.count - 1) * std::sqrt(squares / (n - 1) / n);
  return result;
}

PointSummary summarize(Scenario const& scenario, std::size_t point,
                       std::vector<Measured> const& samples) {
  PointSummary summary;
  auto const& names = scenario.schedulers;
  summary.samples = std::ssize(samples);
  summary.metrics.resize(names.size());
  summary.never.resize(names.size());
  for (std::size_t s = 0; s < names.size(); ++s) {
    for (std::size_t m = 0; m < metric_count; ++m) summary.metrics[s][m] = mean_of(samples, s, m);
    for (Measured const& sample : samples) summary.never[s].add(sample.never[s]);
  }
  auto const fgm = std::ranges::find(names, SchedulerName::fgm);
  if (fgm == names.end()) return summary;
  auto const ours = static_cast<std::size_t>(fgm - names.begin());
  for (std::size_t base = 0; base < names.size(); ++base)
    for (std::size_t m = 0; m < metric_count && base != ours; ++m) {
      Gain gain = gain_of(samples, ours, base, m);
      add_published(gain, scenario, point);
      if (gain.difference.count > 0) summary.gains.push_back(std::move(gain));
    }
  return summary;
}

std::string to_table(Summary const& summary) {
  std::string out;
  for (PointSummary const& point : summary.points) {
    std::string set;
    for (auto const& [key, value] : point.set)
      set += fmt::format(", {} = {}", shown(key), shown(value));
    out += fmt::format("{}{}{}: {}\n", out.empty() ? "" : "\n", shown(summary.name), set,
                       fairslot::number_of(point.samples, "sample", "samples"));
    out += metrics_table(summary, point) + gains_table(summary, point);
    for (std::size_t s = 0; s < summary.schedulers.size(); ++s)
      if (point.never[s].count > 0)
        out += never_line(name_of(summary.schedulers[s]), point.never[s]);
  }
  return out;
}

std::string to_json(Summary const& summary) {
  json points = json::array();
  for (PointSummary const& point : summary.points) points.push_back(point_json(summary, point));
  json const whole = {{"scenario", summary.name},
                      {"simulation", "stages"},
                      {"samples", summary.samples},
                      {"interrupted", !summary.complete},
                      {"points", std::move(points)}};
  return whole.dump(1, ' ', true, json::error_handler_t::replace) + "\n";
}

}  // namespace fairslot::stages
