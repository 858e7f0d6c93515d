#include <fmt/format.h>

#include <cmath>

#include "host/statistics/comparisons.hpp"
#include "host/statistics/swept_value.hpp"
#include "host/statistics/tables.hpp"

namespace fairslot::statistics {
namespace {

std::string cell(std::string const& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char const c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}
std::string cell(std::string_view text) { return cell(std::string(text)); }
std::string cell(std::int64_t value) { return std::to_string(value); }
std::string cell(int value) { return std::to_string(value); }
std::string cell(std::optional<double> value) {
  return value && !std::isnan(*value) ? fmt::format("{}", *value) : "";
}

template <class... Cells>
std::string line(Cells const&... cells) {
  std::string text;
  ((text += (text.empty() ? "" : ",") + cell(cells)), ...);
  return text + "\n";
}

template <class Body>
void for_each_run(Summary const& summary, Body body) {
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (int const policy : summary.points[point].policies) body(point, policy);
}

std::string points(Summary const& summary) {
  std::string text = "point,samples";
  for (Setting const& setting : summary.points.front().set) text += "," + cell(setting.key);
  text += "\n";
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point) {
    text += std::to_string(point) + "," + cell(summary.samples_at(point));
    for (Setting const& setting : summary.points[point].set)
      text += "," + cell(plain_text(setting.value));
    text += "\n";
  }
  return text;
}

std::string moments(Summary const& summary) {
  std::string text = "point,policy,metric,count,mean,sd,variance,median,p95,p99,unstarted\n";
  for_each_run(summary, [&](int point, int policy) {
    for (Metric const metric : metrics) {
      Moments const& m = summary.at(point, policy, metric);
      auto const real = [&](double value) { return m.count ? std::optional(value) : std::nullopt; };
      auto const whole = [&](std::int64_t value) {
        return m.count ? std::to_string(value) : std::string();
      };
      text += line(point, summary.policies[policy], metric_names[std::size_t(metric)], m.count,
                   real(m.mean), real(m.sd), real(m.variance), whole(m.median), whole(m.p95),
                   whole(m.p99), m.unstarted);
    }
  });
  return text;
}

std::string sample_means(Summary const& summary) {
  std::string text = "point,sample,policy,waiting,queueing,completion\n";
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (std::size_t i = 0; i < summary.counted[point].size(); ++i)
      for (int const policy : summary.points[point].policies) {
        auto const mean = [&](Metric metric) {
          return std::optional(summary.sample_means[summary.cell(point, policy, metric)][i]);
        };
        text += line(point, summary.counted[point][i], summary.policies[policy],
                     mean(Metric::waiting), mean(Metric::queueing), mean(Metric::completion));
      }
  return text;
}

std::string gains(Summary const& summary) {
  std::string text = "point,metric,a,b,samples,gain,low,high\n";
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (Metric const metric : metrics)
      for (auto const& [a, b] : all_pairs(summary, point)) {
        Estimate const gain = summary.gain(point, metric, a, b);
        text += line(point, metric_names[std::size_t(metric)], summary.policies[a],
                     summary.policies[b], gain.samples, gain.mean, gain.low, gain.high);
      }
  return text;
}

std::string comparisons(Summary const& summary) {
  std::string text = "point,metric,a,b,samples,gain,low,high,against,published,source\n";
  for (int point = 0; point < static_cast<int>(summary.points.size()); ++point)
    for (Comparison const& comparison : summary.points[point].comparisons) {
      auto const [b, gain] = gain_of(summary, point, comparison);
      text += line(point, metric_names[std::size_t(comparison.metric)],
                   summary.policies[comparison.ours], summary.policies[b], gain.samples, gain.mean,
                   gain.low, gain.high, against_text(summary, comparison), comparison.published,
                   comparison.source);
    }
  return text;
}

std::string utilisation(Summary const& summary) {
  std::string text = "point,policy,resource,utilisation\n";
  for_each_run(summary, [&](int point, int policy) {
    for (std::size_t r = 0; r < summary.resources.size(); ++r)
      text += line(point, summary.policies[policy], summary.resources[r],
                   summary.utilisation_at(point, policy)[r]);
  });
  return text;
}

std::string losses(Summary const& summary) {
  std::string text = "point,policy,cancelled,lost,blocked_users\n";
  for_each_run(summary, [&](int point, int policy) {
    Losses const losses = summary.losses_at(point, policy);
    text += line(point, summary.policies[policy], losses.cancelled, losses.lost,
                 summary.blocked_at(point, policy));
  });
  return text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> csv_tables(Summary const& summary) {
  return {{"points.csv", points(summary)},
          {"moments.csv", moments(summary)},
          {"sample_means.csv", sample_means(summary)},
          {"gains.csv", gains(summary)},
          {"comparisons.csv", comparisons(summary)},
          {"utilisation.csv", utilisation(summary)},
          {"losses.csv", losses(summary)}};
}

}  // namespace fairslot::statistics
