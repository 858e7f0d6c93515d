#include "host/stages/run.hpp"

#include "host/pool/in_order.hpp"
#include "host/record/sink_file.hpp"
#include "host/stages/record.hpp"
#include "host/stages/simulation.hpp"
#include "host/stages/swim_files.hpp"
#include "host/stages/workload.hpp"

namespace fairslot::stages {
namespace {

struct Pair {
  std::size_t point;
  std::int32_t sample;
};
struct PairResult {
  Pair pair;
  Measured measured;
  std::vector<std::vector<record::Rows>> rows;  ///< [schedulers][tables]
  std::int64_t tasks = 0;                       ///< that were run
  bool stopped = false;
};

Never never_of(std::int32_t sample, Instance const& instance, Outcome const& outcome) {
  Never never;
  for (std::size_t t = 0; t < outcome.tasks.size(); ++t)
    if (outcome.tasks[t].never)
      never.add({sample, instance.tasks[t].job, static_cast<std::int32_t>(t)});
  return never;
}

PairResult run_pair(Scenario const& scenario, std::vector<SwimRow> const& swim, Pair const& pair,
                    std::function<bool()> const& stop) {
  auto const sample = static_cast<std::uint64_t>(pair.sample);
  Instance const instance = make_instance(scenario, sample, swim);
  PairResult result{pair, {}, {}, 0, false};
  Terms terms{SchedulerName::fgm, settings_of(scenario), background_of(scenario, sample),
              scenario.by_worker};
  for (SchedulerName const name : scenario.schedulers) {
    terms.scheduler = name;
    Spectator spectator;
    spectator.stop = stop;
    Outcome const outcome = simulate(instance, terms, spectator);
    result.stopped |= outcome.stopped;
    if (result.stopped) return result;
    Metrics const metrics = measured(instance, outcome, terms.settings, scenario.small_seconds);
    result.measured.metrics.push_back(metrics);
    result.measured.never.push_back(never_of(pair.sample, instance, outcome));
    result.rows.push_back(
        rows_of(static_cast<std::int32_t>(pair.point), pair.sample, instance, outcome, metrics));
    result.tasks += instance.task_count();
  }
  return result;
}

}  // namespace

std::int64_t samples_of(ScenarioFile const& file) {
  std::int64_t count = 0;
  for (SweptScenario const& point : file.points) count += point.scenario.samples;
  return count;
}

RunOutcome run(ScenarioFile const& file, RunTerms const& terms, Told const& told,
               std::function<bool()> const& stop) {
  SwimFiles const swim(file);
  record::SinkFile sink(terms.out, header_of(file, terms.threads), sink_of(file.scenario));
  std::vector<std::vector<Measured>> measured(file.points.size());
  Pair next{0, 0};
  auto const take = [&]() -> std::optional<Pair> {
    if (next.point == file.points.size() || stop()) return std::nullopt;
    Pair const own = next;
    if (++next.sample == file.points[own.point].scenario.samples) next = {own.point + 1, 0};
    return own;
  };
  auto const work = [&](Pair&& pair) {
    Scenario const& scenario = file.points[pair.point].scenario;
    return run_pair(scenario, swim.of(scenario), pair, stop);
  };
  RunOutcome outcome;
  std::int64_t samples = 0, tasks = 0;
  {
    pool::InOrder<Pair, PairResult> results(terms.threads, take, work);
    while (auto const result = results.pop()) {
      if (result->stopped) break;
      for (std::size_t s = 0; s < result->rows.size(); ++s) sink.put(s, result->rows[s]);
      measured[result->pair.point].push_back(result->measured);
      told(++samples, tasks += result->tasks);
    }
  }
  Summary& summary = outcome.summary;
  summary = {file.scenario.name,
             file.scenario.schedulers,
             file.scenario.samples,
             samples == samples_of(file),
             {}};
  for (std::size_t p = 0; p < file.points.size(); ++p) {
    auto const& point = file.points[p];
    Scenario whole = point.scenario;
    whole.compare = file.scenario.compare;
    summary.points.push_back(summarize(whole, p, measured[p]));
    summary.points.back().set = point.set;
  }
  for (std::size_t s = 0; s < summary.schedulers.size(); ++s) sink.put(s, rows_of(summary, s));
  outcome.file = sink.finish(summary.complete);
  return outcome;
}

}  // namespace fairslot::stages
