#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/statistics/comparisons.hpp"
#include "host/statistics/notes.hpp"
#include "host/statistics/swept_value.hpp"
#include "host/statistics/tables.hpp"

namespace fairslot::statistics {
namespace {

using Json = nlohmann::ordered_json;

Json number(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

/// TOML scalars that are JSON, too, keep their type; everything else is text.
Json typed(std::string const& text) {
  Json value = Json::parse(text, nullptr, false);
  return value.is_discarded() ? Json(plain_text(text)) : value;
}

Json moments(Moments const& m, Estimate const& over) {
  Json all = {{"mean", nullptr},   {"sd", nullptr},  {"variance", nullptr},
              {"median", nullptr}, {"p95", nullptr}, {"p99", nullptr}};
  if (m.count > 0)
    all = {{"mean", m.mean},     {"sd", m.sd},   {"variance", m.variance},
           {"median", m.median}, {"p95", m.p95}, {"p99", m.p99}};
  all["samples"] = over.samples;
  all["sample_mean"] = number(over.mean);
  all["half_width"] = over.high ? Json(*over.high - *over.mean) : Json(nullptr);
  all["count"] = m.count;
  all["unstarted"] = m.unstarted;
  return all;
}

Json policies_of(Summary const& summary, int point) {
  Json list = Json::array();
  for (int const p : summary.points[point].policies) {
    Json policy = {{"name", summary.policies[p]},
                   {"samples", summary.samples_at(point)},
                   {"ended", summary.ended(point, p)},
                   {"blocked", summary.blocked_at(point, p)},
                   {"cancelled", summary.losses_at(point, p).cancelled},
                   {"lost", summary.losses_at(point, p).lost}};
    for (Metric const metric : metrics)
      policy[std::string(metric_names[std::size_t(metric)])] =
          moments(summary.at(point, p, metric), summary.over_samples(point, p, metric));
    policy["utilisation"] = Json::object();
    for (std::size_t r = 0; r < summary.resources.size(); ++r)
      policy["utilisation"][summary.resources[r]] = number(summary.utilisation_at(point, p)[r]);
    list.push_back(std::move(policy));
  }
  return list;
}

Json paired(Summary const& summary, int point, TableOptions const& options) {
  Json list = Json::array();
  for (Comparison const& comparison :
       options.all_pairs ? every_pair(summary, point) : summary.points[point].comparisons) {
    auto const [b, gain] = gain_of(summary, point, comparison);
    Json against = Json::array();
    for (int const policy : comparison.against) against.push_back(summary.policies[policy]);
    list.push_back({{"metric", metric_names[std::size_t(comparison.metric)]},
                    {"a", summary.policies[comparison.ours]},
                    {"b", summary.policies[b]},
                    {"samples", gain.samples},
                    {"gain", number(gain.mean)},
                    {"low", number(gain.low)},
                    {"high", number(gain.high)},
                    {"against", std::move(against)},
                    {"published", number(comparison.published)},
                    {"source", comparison.published ? Json(comparison.source) : Json(nullptr)}});
  }
  return list;
}

/// Samples that had ended under some policies only, and those that they wait for.
Json waiting(Summary const& summary, int point) {
  Json list = Json::array();
  for (PartSample const& part : summary.in_part)
    if (part.point == point)
      list.push_back({{"sample", part.sample}, {"policies", awaited(summary, part)}});
  return list;
}

/// Runs that came to no end.
Json failed(Summary const& summary, int point) {
  Json list = Json::array();
  for (FailedRun const& run : summary.failed)
    if (run.point == point)
      list.push_back({{"sample", run.sample},
                      {"policy", summary.policies[run.policy]},
                      {"status", status_names[std::size_t(run.status)]}});
  return list;
}

Json point_of(Summary const& summary, int point, TableOptions const& options) {
  Json set = Json::object();
  for (Setting const& setting : summary.points[point].set) set[setting.key] = typed(setting.value);
  return {{"set", std::move(set)},
          {"samples", summary.samples_at(point)},
          {"waiting", waiting(summary, point)},
          {"failed", failed(summary, point)},
          {"policies", policies_of(summary, point)},
          {"paired", paired(summary, point, options)}};
}

}  // namespace

std::string to_json(Summary const& summary, TableOptions const& options) {
  Json points = Json::array();
  for (int p = 0; p < static_cast<int>(summary.points.size()); ++p)
    points.push_back(point_of(summary, p, options));
  Json all = {{"scenario", summary.scenario},
              {"samples", summary.samples},
              {"interrupted", is_interrupted(summary)}};
  if (summary.shard.is_part())
    all["shard"] = {{"index", summary.shard.index}, {"count", summary.shard.count}};
  all["points"] = std::move(points);
  return all.dump(-1, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace fairslot::statistics
