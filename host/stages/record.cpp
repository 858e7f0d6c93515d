#include "host/stages/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "host/version.hpp"
#include "kernels/shown.hpp"

namespace fairslot::stages {
namespace {

using record::Columns;
using record::Rows;
using enum record::ColumnType;

enum Table : std::size_t {
  tasks,
  jobs,
  samples,
  workers,
  families,
  decisions,
  metrics,
  summary,
  gains,
  count
};

constexpr std::array<std::string_view, 3> error_names = {"error_cpu", "error_memory", "error_time"};

/// Of the names of schedulers and metrics.
constexpr std::size_t name_length = 16;
constexpr std::int32_t all_samples = 0;  ///< where rows are of a point as a whole
constexpr std::int32_t first_sample = 0;

double number(std::optional<double> const& value) { return value.value_or(std::nan("")); }

Columns task_columns() {
  Columns columns = {{"job", i32},    {"task", i32},       {"kind", i32},       {"family", i32},
                     {"server", i32}, {"ready", f64, "s"}, {"start", f64, "s"}, {"end", f64, "s"},
                     {"killed", i32}, {"work", f64, "s"},  {"never", i32}};
  for (std::string_view const name : error_names) columns.push_back({std::string(name), f64});
  return columns;
}

Columns sample_columns() {
  Columns columns = {{"time", f64, "s"},       {"active_jobs", i32},      {"jain", f64},
                     {"used_cpu", f64},        {"used_memory", f64},      {"reserved_cpu", f64},
                     {"reserved_memory", f64}, {"squeezed_servers", i32}, {"compression_mean", f64},
                     {"compression_most", f64}};
  for (std::string_view const name : policy_names)
    columns.push_back({fmt::format("servers_{}", name), i32});
  return columns;
}

Columns metric_columns() {
  Columns columns;
  for (std::string_view const name : metric_names)
    if (name != "match_seconds") columns.push_back({std::string(name), f64});
  return columns;
}

Columns estimate_columns(std::string const& prefix) {
  return {{prefix + "mean", f64}, {prefix + "half", f64}};
}

Columns gain_columns() {
  Columns columns = {record::text_column("metric", name_length),
                     record::text_column("against", name_length)};
  for (std::string const prefix : {"difference_", "relative_"})
    for (auto const& column : estimate_columns(prefix)) columns.push_back(column);
  columns.push_back({"published_least", f64});
  columns.push_back({"published_most", f64});
  columns.push_back({"published_part", i32});
  return columns;
}

Rows task_rows(std::int32_t point, std::int32_t sample, Instance const& in, Outcome const& out) {
  Rows rows;
  for (std::int32_t t = 0; t < in.task_count(); ++t) {
    Task const& task = in.tasks[static_cast<std::size_t>(t)];
    TaskOutcome const& own = out.tasks[static_cast<std::size_t>(t)];
    Job const& job = in.jobs[static_cast<std::size_t>(task.job)];
    rows.put(point, sample, task.job, t, task.group - job.first_group, in.kind_of(t).family,
             own.server, own.ready, own.start, own.end, own.killed, seconds_of(in, task),
             static_cast<std::int32_t>(own.never));
    for (std::size_t i = 0; i < error_names.size(); ++i)
      rows.put(own.error ? (*own.error)[i] : std::nan(""));
  }
  return rows;
}

Rows job_rows(std::int32_t point, std::int32_t sample, Instance const& in, Outcome const& out) {
  Rows rows;
  for (std::size_t j = 0; j < in.jobs.size(); ++j) {
    Job const& job = in.jobs[j];
    JobOutcome const& own = out.jobs[j];
    auto const first = in.groups[static_cast<std::size_t>(job.first_group)].first;
    auto const last = in.groups[static_cast<std::size_t>(job.last_group) - 1].last;
    rows.put(point, sample, static_cast<std::int32_t>(j), job.queue, job.submit, own.first_match,
             own.finish, last - first, own.matches_before);
  }
  return rows;
}

Rows sample_rows(std::int32_t point, std::int32_t sample, Outcome const& out) {
  Rows rows;
  for (SampleOutcome const& own : out.samples) {
    rows.put(point, sample, own.time, own.active_jobs, own.jain, own.used_cpu, own.used_memory,
             own.reserved_cpu, own.reserved_memory, own.squeezed, own.compression_mean,
             own.compression_most);
    for (std::int32_t const servers : own.policies) rows.put(servers);
  }
  return rows;
}

Rows worker_rows(std::int32_t point, std::int32_t sample, Outcome const& out) {
  Rows rows;
  for (WorkerOutcome const& own : out.workers)
    rows.put(point, sample, own.time, own.worker, own.used_cpu, own.used_memory, own.compression,
             static_cast<std::int32_t>(own.policy));
  return rows;
}

/// The stages of the first task of each family, and those that are predicted of it at the end.
Rows family_rows(std::int32_t point, Instance const& in, Outcome const& out) {
  Rows rows;
  std::vector<bool> seen(static_cast<std::size_t>(in.families));
  for (std::int32_t t = 0; t < in.task_count(); ++t) {
    std::int32_t const family = in.kind_of(t).family;
    auto const f = static_cast<std::size_t>(family);
    if (seen[f]) continue;
    seen[f] = true;
    auto const put = [&](std::int32_t predicted, std::span<Stage const> stages) {
      for (std::size_t s = 0; s < stages.size(); ++s)
        rows.put(point, first_sample, family, t, predicted, static_cast<std::int32_t>(s),
                 stages[s].seconds, to_number(stages[s].need[cpu]),
                 to_number(stages[s].need[memory]));
    };
    Task const& task = in.tasks[static_cast<std::size_t>(t)];
    put(0, {in.stages_of(task), task.stages});
    if (out.predictions[f]) put(1, out.predictions[f]->stages);
  }
  return rows;
}

void put_name(Rows& rows, std::string_view name) { rows.put_text(name, name_length); }
void put_estimate(Rows& rows, Estimate const& e) {
  rows.put(e.count > 0 ? e.mean : std::nan(""), number(e.half));
}

}  // namespace

namespace {

/// Where the file lies that some point draws from; "" where none does.
std::string folder_of(ScenarioFile const& file) {
  for (SweptScenario const& point : file.points) {
    SwimSource const& swim = point.scenario.swim;
    if (!point.scenario.is_drawn() || !swim.is_file()) continue;
    std::string const folder =
        std::filesystem::absolute(swim.folder.empty() ? "." : swim.folder).string();
    return is_utf8(folder) ? folder : "";  // as a text in a file has to be
  }
  return "";
}

}  // namespace

record::ResultHeader header_of(ScenarioFile const& file, int threads) {
  record::ResultHeader header;
  header.name = file.scenario.name;
  header.text = to_toml(file.scenario);
  header.hash = hash_of(file.scenario);
  header.samples = file.scenario.samples;
  header.seed = static_cast<std::uint64_t>(file.scenario.seed);
  for (SweptScenario const& point : file.points) {
    auto& own = header.points.emplace_back();
    for (auto const& [key, value] : point.set) own.set.push_back({key, value});
  }
  header.resources = file.scenario.resources;
  header.version = code_version();
  header.commit = code_commit();
  header.device = "processor";
  header.threads = threads;
  header.folder = folder_of(file);
  return header;
}

record::Sink sink_of(Scenario const& scenario) {
  record::Sink sink;
  sink.name = "stages";
  for (SchedulerName const name : scenario.schedulers)
    sink.groups.emplace_back(scheduler_names[static_cast<std::size_t>(name)]);
  auto const add = [&](std::string name, Columns columns) {
    sink.tables.push_back({std::move(name), record::after_point_and_sample(std::move(columns))});
  };
  add("tasks", task_columns());
  sink.tables.back().deflated = false;
  add("jobs", {{"job", i32},
               {"queue", i32},
               {"submit", f64, "s"},
               {"first_match", f64, "s"},
               {"finish", f64, "s"},
               {"tasks", i32},
               {"matches_before", i64}});
  add("samples", sample_columns());
  add("workers", {{"time", f64, "s"},
                  {"worker", i32},
                  {"used_cpu", f64},
                  {"used_memory", f64},
                  {"compression", f64},
                  {"policy", i32}});
  add("families", {{"family", i32},
                   {"task", i32},
                   {"predicted", i32},
                   {"stage", i32},
                   {"seconds", f64, "s"},
                   {"cpu", f64},
                   {"memory", f64}});
  add("decisions", {{"passes", i64},
                    {"visits", i64},
                    {"matches", i64},
                    {"starts", i64},
                    {"oom", i64},
                    {"recycled", i64}});
  add("metrics", metric_columns());
  Columns summary_columns = {record::text_column("metric", name_length), {"count", i64}};
  for (auto const& column : estimate_columns("")) summary_columns.push_back(column);
  add("summary", summary_columns);
  add("gains", gain_columns());
  return sink;
}

std::vector<Rows> rows_of(std::int32_t point, std::int32_t sample, Instance const& instance,
                          Outcome const& outcome, Metrics const& own) {
  std::vector<Rows> rows(Table::count);
  rows[tasks] = task_rows(point, sample, instance, outcome);
  rows[jobs] = job_rows(point, sample, instance, outcome);
  rows[samples] = sample_rows(point, sample, outcome);
  rows[workers] = worker_rows(point, sample, outcome);
  if (sample == first_sample) rows[families] = family_rows(point, instance, outcome);
  Decisions const& d = outcome.decisions;
  rows[decisions].put(point, sample, d.passes, d.visits, d.matches, d.starts, d.oom, d.recycled);
  rows[metrics].put(point, sample);
  for (std::size_t m = 0; m + 1 < metric_count; ++m) rows[metrics].put(number(own[m]));
  return rows;
}

std::vector<record::TableAgain> tables_again(Scenario const& scenario, std::vector<Rows> rows) {
  constexpr auto keys = [](std::size_t table) -> std::size_t {
    switch (table) {
      case tasks:    // job, task
      case workers:  // time, worker
        return 2;
      case jobs:
      case samples:  // time
        return 1;
      case families:  // family, task, predicted, stage
        return 4;
      default:
        return 0;
    }
  };
  auto const sink = sink_of(scenario);
  std::vector<record::TableAgain> all;
  for (std::size_t t = 0; t < summary; ++t)  // that and gains are of all samples
    all.push_back({sink.tables[t].name, sink.tables[t].columns, keys(t), std::move(rows[t])});
  return all;
}

std::vector<Rows> rows_of(Summary const& all, std::size_t scheduler) {
  std::vector<Rows> rows(Table::count);
  for (std::size_t p = 0; p < all.points.size(); ++p) {
    auto const point = static_cast<std::int32_t>(p);
    for (std::size_t m = 0; m + 1 < metric_count; ++m) {
      Estimate const& own = all.points[p].metrics[scheduler][m];
      rows[summary].put(point, all_samples);
      put_name(rows[summary], metric_names[m]);
      rows[summary].put(own.count);
      put_estimate(rows[summary], own);
    }
    if (all.schedulers[scheduler] != SchedulerName::fgm) continue;
    for (Gain const& gain : all.points[p].gains) {
      if (gain.metric == Metric::match_seconds) continue;
      rows[gains].put(point, all_samples);
      put_name(rows[gains], metric_names[static_cast<std::size_t>(gain.metric)]);
      put_name(rows[gains],
               scheduler_names[static_cast<std::size_t>(all.schedulers[gain.against])]);
      put_estimate(rows[gains], gain.difference);
      put_estimate(rows[gains], gain.relative);
      auto const& published = gain.published;
      rows[gains].put(published ? published->least : std::nan(""),
                      published ? published->most : std::nan(""),
                      static_cast<std::int32_t>(gain.of == Scenario::Compare::Of::part));
    }
  }
  return rows;
}

}  // namespace fairslot::stages
