#pragma once

#include <algorithm>

#include "host/record/tables.hpp"
#include "host/statistics/comparisons.hpp"
#include "host/statistics/summary.hpp"

namespace fairslot::record {

/// Columns of the tables in /summary.
struct SummaryLayout {
  using enum ColumnType;

  std::size_t policy, resource;  // lengths of texts
  std::size_t key = 1, value = 1, meaning = 1;
  std::size_t against = 1, source = 1;

  explicit SummaryLayout(statistics::Summary const& summary)
      : policy(longest(summary.policies)), resource(longest(summary.resources)) {
    auto const hold = [](std::size_t& length, std::string const& one) {
      length = std::max(length, one.size());
    };
    for (statistics::SweepPoint const& point : summary.points) {
      for (statistics::Setting const& setting : point.set)
        hold(key, setting.key), hold(value, setting.value), hold(meaning, setting.meaning);
      for (statistics::Comparison const& comparison : point.comparisons)
        hold(against, statistics::against_text(summary, comparison)),
            hold(source, comparison.source);
    }
  }
  Columns points() const { return {{"point", i32}, {"samples", i64}}; }
  Columns policies() const { return {{"point", i32}, text_column("policy", policy)}; }
  Columns settings() const {
    return {{"point", i32},
            text_column("key", key),
            text_column("value", value),
            text_column("meaning", meaning)};
  }
  Columns moments() const {
    return {{"point", i32},
            text_column("policy", policy),
            text_column("metric", 10),
            {"count", i64},
            {"mean", f64, "slots"},
            {"sd", f64, "slots"},
            {"variance", f64, "slots^2"},
            {"median", i64, "slots"},
            {"p95", i64, "slots"},
            {"p99", i64, "slots"},
            {"unstarted", i64}};
  }
  Columns sample_means() const {
    return {{"point", i32},
            {"sample", i32},
            text_column("policy", policy),
            {"waiting", f64, "slots"},
            {"queueing", f64, "slots"},
            {"completion", f64, "slots"}};
  }
  Columns in_part() const {
    return {{"point", i32}, {"sample", i32}, text_column("policy", policy)};
  }
  Columns failed() const {
    Column status{"status", i32};
    status.states.assign(statistics::status_names.begin(), statistics::status_names.end());
    return {{"point", i32}, {"sample", i32}, text_column("policy", policy), status};
  }
  Columns blocked() const {
    return {{"point", i32},          text_column("policy", policy),
            {"users", i64, "users"}, {"sample", i32},
            {"user", i32},           {"job", i32}};
  }
  Columns losses() const {
    return {{"point", i32},
            text_column("policy", policy),
            {"cancelled", i64, "tasks"},
            {"lost", i64, "tasks"}};
  }
  Columns utilisation() const {
    return {{"point", i32},
            text_column("policy", policy),
            text_column("resource", resource),
            {"utilisation", f64, "1"}};
  }
  Columns sizes() const {
    return {{"point", i32},
            text_column("policy", policy),
            {"least_tasks", i64, "tasks"},
            {"jobs", i64},
            {"started_jobs", i64},
            {"started_tasks", i64, "tasks"},
            {"waiting", f64, "slots"},
            {"queueing", f64, "slots"}};
  }
  Columns gains() const {
    return {{"point", i32},           text_column("metric", 10), text_column("a", policy),
            text_column("b", policy), {"samples", i32},          {"gain", f64, "slots"},
            {"low", f64, "slots"},    {"high", f64, "slots"}};
  }
  Columns comparisons() const {
    Columns columns = gains();
    columns.insert(columns.end(), {text_column("against", against),
                                   {"published", f64, "slots"},
                                   text_column("source", source)});
    return columns;
  }
};

}  // namespace fairslot::record
