#include "host/statistics/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "host/statistics/notes.hpp"
#include "host/statistics/published.hpp"

namespace fairslot {
namespace {

constexpr std::array<std::string_view, 3> titles{"Waiting of users", "Queueing of tasks",
                                                 "Completion of jobs"};

std::string number(double value) {
  double const size = std::fabs(value);
  if (size < 1e5) return fmt::format("{:.3f}", value);
  return size < 1e7 ? fmt::format("{:.1f}", value) : fmt::format("{:.4e}", value);
}

std::string number(std::optional<double> value) { return value ? number(*value) : "-"; }

/// "0.25" or "0.25, rows": the values only, the keys are in the headings.
std::string label(Summary const& summary, int point) {
  std::string text;
  for (auto const& [key, value] : summary.points[point].set)
    text += (text.empty() ? "" : ", ") + value;
  return text.empty() ? summary.scenario : text;
}

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

std::size_t widest(std::vector<std::string> const& names, std::size_t least) {
  for (std::string const& name : names) least = std::max(least, name.size());
  return least;
}

std::string moments_row(std::string const& policy, std::size_t width, Moments const& m) {
  if (m.count == 0)
    return fmt::format("  {:<{}} {:>12} {:>12} {:>14} {:>9} {:>9} {:>9}", policy, width, "-", "-",
                       "-", "-", "-", "-");
  return fmt::format("  {:<{}} {:>12} {:>12} {:>14} {:>9} {:>9} {:>9}", policy, width,
                     number(m.mean), number(m.sd), number(m.variance), m.median, m.p95, m.p99);
}

/// Whether something has not started, so that a mean does not cover it.
bool any_unstarted(Summary const& summary) {
  return std::ranges::any_of(summary.moments, [](Moments const& m) { return m.unstarted > 0; });
}

std::string moments_table(Summary const& summary, int point) {
  std::size_t const width = widest(summary.policies, 20);
  bool const unstarted = any_unstarted(summary);
  std::string text = heading(summary, point) + "\n";
  for (Metric const metric : metrics) {
    text += fmt::format("  {:<{}} {:>12} {:>12} {:>14} {:>9} {:>9} {:>9}{}\n",
                        titles[std::size_t(metric)], width, "mean", "sd", "variance", "median",
                        "p95", "p99", unstarted ? "  unstarted" : "");
    for (int const p : summary.points[point].policies) {
      Moments const& m = summary.at(point, p, metric);
      text += moments_row(summary.policies[p], width, m) +
              (unstarted ? fmt::format(" {:>10}", m.unstarted) : "") + "\n";
    }
  }
  return text + "\n";
}

/// One comparison: a against the best of some baselines.
struct Comparison {
  int a;
  std::vector<int> baselines;
};

/// Those of the policies that run at the point.
std::vector<int> indices_of(Summary const& summary, int point,
                            std::vector<std::string> const& names) {
  std::vector<int> found;
  for (std::string const& name : names)
    for (int const policy : summary.points[point].policies)
      if (summary.policies[policy] == name) found.push_back(policy);
  return found;
}

/// tvtsf's against the baselines of one memory, each memory apart.
std::vector<Comparison> published_comparisons(Summary const& summary, int point) {
  std::vector<int> ours;
  for (auto const& [a, b] : compared_pairs(summary, point))
    if (summary.policies[a].starts_with("tvtsf") && (ours.empty() || ours.back() != a))
      ours.push_back(a);
  std::vector<Comparison> all;
  for (auto const& names : {std::vector<std::string>{"tsf", "cdrf"},
                            std::vector<std::string>{"tsf:memory=slot", "cdrf:memory=slot"}})
    if (auto const baselines = indices_of(summary, point, names); !baselines.empty())
      for (int const a : ours) all.push_back({a, baselines});
  return all;
}

/// A list a point: the published ones where there are any, else each pair.
std::vector<std::vector<Comparison>> comparisons_of(Summary const& summary) {
  std::vector<std::vector<Comparison>> all;
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point) {
    all.push_back(published_comparisons(summary, point));
    if (!all.back().empty()) continue;
    for (auto const& [a, b] : compared_pairs(summary, point)) all.back().push_back({a, {b}});
  }
  return all;
}

struct Widths {
  std::size_t point, a, b;
};

std::string gain_row(Summary const& summary, int point, Metric metric, Comparison const& comparison,
                     Widths const& w) {
  auto const better = summary.better_of(point, metric, comparison.baselines);
  int const b = better.value_or(comparison.baselines.front());
  Gain const gain = summary.gain(point, metric, comparison.a, b);
  auto const published = published_gain(summary.points[point], metric);
  bool const comparable = comparison.baselines.size() > 1 && published;
  return fmt::format("  {:<{}}  {:<{}}  {:<{}} {:>12} {:>12} {:>12} {:>10}\n",
                     label(summary, point), w.point, summary.policies[comparison.a], w.a,
                     summary.policies[b], w.b, number(gain.mean), number(gain.low),
                     number(gain.high), comparable ? fmt::format("{}", *published) : "");
}

std::string gains_table(Summary const& summary,
                        std::vector<std::vector<Comparison>> const& comparisons) {
  std::vector<std::string> labels;
  for (int p = 0; p < static_cast<int>(summary.points.size()); ++p)
    labels.push_back(label(summary, p));
  std::size_t const policy = widest(summary.policies, 6);
  Widths const w{widest(labels, 5), policy, policy};
  std::string text;
  for (Metric const metric : metrics) {
    text += fmt::format("\n{}\n  {:<{}}  {:<{}}  {:<{}} {:>12} {:>12} {:>12} {:>10}\n",
                        titles[std::size_t(metric)], "point", w.point, "policy", w.a, "against",
                        w.b, "gain", "95% low", "95% high", "published");
    for (int p = 0; p < static_cast<int>(summary.points.size()); ++p)
      for (Comparison const& comparison : comparisons[p])
        text += gain_row(summary, p, metric, comparison, w);
  }
  return text;
}

std::string gains_section(Summary const& summary) {
  auto const all = comparisons_of(summary);
  if (std::ranges::all_of(all, &std::vector<Comparison>::empty)) return "";
  bool better = false;
  for (auto const& comparisons : all)
    for (Comparison const& comparison : comparisons) better |= comparison.baselines.size() > 1;
  return fmt::format("Gains (mean over the samples of other - own{}; positive: shorter)\n",
                     better ? ", against the better of tsf and cdrf" : "") +
         gains_table(summary, all) + "\n";
}

}  // namespace

std::string format_tables(Summary const& summary) {
  std::string text = fmt::format("{}: {} sample{}; all times in slots\n\n", summary.scenario,
                                 summary.samples, summary.samples == 1 ? "" : "s");
  for (int p = 0; p < static_cast<int>(summary.points.size()); ++p)
    text += moments_table(summary, p);
  return text + gains_section(summary) + notes(summary);
}

}  // namespace fairslot
