#include "host/stages/run.hpp"

#include <memory>
#include <mutex>
#include <optional>

#include "host/pool/in_order.hpp"
#include "host/record/sink_file.hpp"
#include "host/stages/record.hpp"
#include "host/stages/simulation.hpp"
#include "host/stages/swim_files.hpp"
#include "host/stages/workload.hpp"

namespace fairslot::stages {
namespace {

/// The jobs, truths and background of one sample, drawn by the first thread that needs them.
class Drawn {
 public:
  Drawn(Scenario const& scenario, std::int32_t sample) : scenario_(scenario), sample_(sample) {}

  void draw(SwimFiles const& swim) {
    std::call_once(drawn_, [&] {
      auto const sample = static_cast<std::uint64_t>(sample_);
      instance_ = make_instance(scenario_, sample, swim.of(scenario_));
      terms_ = {SchedulerName::fgm, settings_of(scenario_), background_of(scenario_, sample),
                scenario_.by_worker};
    });
  }
  Instance const& instance() const { return instance_; }
  Terms terms(SchedulerName scheduler) const {
    Terms terms = terms_;
    terms.scheduler = scheduler;
    return terms;
  }

 private:
  Scenario const& scenario_;
  std::int32_t sample_;
  std::once_flag drawn_;
  Instance instance_;
  Terms terms_;
};

/// One sample under one scheduler: what a thread takes at a time, so that the last end together.
struct Run {
  std::size_t point;
  std::int32_t sample;
  std::size_t scheduler;
  std::shared_ptr<Drawn> drawn;
};
struct RunResult {
  Metrics metrics;
  Never never;
  std::vector<record::Rows> rows;  ///< a value a table
  std::int64_t tasks = 0;
  bool stopped = false;
};

/// Every sample of every point under every scheduler, in the order of the results.
class RunsInTurn {
 public:
  explicit RunsInTurn(std::vector<SweptScenario> const& points) : points_(points) {}

  std::optional<Run> next() {
    if (next_.point == points_.size()) return std::nullopt;
    Scenario const& scenario = points_[next_.point].scenario;
    if (next_.scheduler == 0) next_.drawn = std::make_shared<Drawn>(scenario, next_.sample);
    Run run = next_;
    if (++next_.scheduler == scenario.schedulers.size()) {
      next_.scheduler = 0, next_.drawn = nullptr;
      if (++next_.sample == scenario.samples) next_.sample = 0, ++next_.point;
    }
    return run;
  }

 private:
  std::vector<SweptScenario> const& points_;
  Run next_{0, 0, 0, nullptr};
};

Never never_of(std::int32_t sample, Instance const& instance, Outcome const& outcome) {
  Never never;
  for (std::size_t t = 0; t < outcome.tasks.size(); ++t)
    if (outcome.tasks[t].never)
      never.add({sample, instance.tasks[t].job, static_cast<std::int32_t>(t)});
  return never;
}

RunResult result_of(Scenario const& scenario, SwimFiles const& swim, Run const& run,
                    std::function<bool()> const& stop) {
  run.drawn->draw(swim);
  Instance const& instance = run.drawn->instance();
  Terms const terms = run.drawn->terms(scenario.schedulers[run.scheduler]);
  Spectator spectator;
  spectator.stop = stop;
  Outcome const outcome = simulate(instance, terms, spectator);
  if (outcome.stopped) return {{}, {}, {}, 0, true};
  Metrics const metrics = measured(instance, outcome, terms.settings, scenario.small_seconds);
  return {metrics, never_of(run.sample, instance, outcome),
          rows_of(static_cast<std::int32_t>(run.point), run.sample, instance, outcome, metrics),
          instance.task_count(), false};
}

/// Puts samples into the file that are whole, under all schedulers.
class Gathered {
 public:
  Gathered(ScenarioFile const& file, record::SinkFile& sink)
      : file_(file), sink_(sink), measured_(file.points.size()) {}

  /// Whether that was the last of its sample.
  bool add(RunResult&& result) {
    of_sample_.push_back(std::move(result));
    Scenario const& scenario = file_.points[point_].scenario;
    if (of_sample_.size() < scenario.schedulers.size()) return false;
    Measured& own = measured_[point_].emplace_back();
    for (std::size_t s = 0; s < of_sample_.size(); ++s) {
      sink_.put(s, of_sample_[s].rows);
      own.metrics.push_back(of_sample_[s].metrics);
      own.never.push_back(std::move(of_sample_[s].never));
      tasks_ += of_sample_[s].tasks;
    }
    of_sample_.clear();
    ++samples_;
    if (std::ssize(measured_[point_]) == scenario.samples) ++point_;
    return true;
  }
  std::vector<Measured> const& of_point(std::size_t point) const { return measured_[point]; }
  std::int64_t samples() const { return samples_; }
  std::int64_t tasks() const { return tasks_; }

 private:
  ScenarioFile const& file_;
  record::SinkFile& sink_;
  std::vector<RunResult> of_sample_;
  std::vector<std::vector<Measured>> measured_;  ///< [points][samples]
  std::size_t point_ = 0;
  std::int64_t samples_ = 0, tasks_ = 0;
};

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
  Gathered gathered(file, sink);
  RunsInTurn runs(file.points);
  auto const take = [&] { return stop() ? std::nullopt : runs.next(); };
  auto const work = [&](Run&& own) {
    return result_of(file.points[own.point].scenario, swim, own, stop);
  };
  {
    int const most = 4 * terms.threads * static_cast<int>(file.scenario.schedulers.size());
    pool::InOrder<Run, RunResult> results(terms.threads, take, work, most);
    while (auto result = results.pop()) {
      if (result->stopped) break;
      if (gathered.add(std::move(*result))) told(gathered.samples(), gathered.tasks());
    }
  }
  RunOutcome outcome;
  Summary& summary = outcome.summary;
  summary = {file.scenario.name,
             file.scenario.schedulers,
             file.scenario.samples,
             gathered.samples() == samples_of(file),
             {}};
  for (std::size_t p = 0; p < file.points.size(); ++p) {
    auto const& point = file.points[p];
    Scenario whole = point.scenario;
    whole.compare = file.scenario.compare;
    summary.points.push_back(summarize(whole, p, gathered.of_point(p)));
    summary.points.back().set = point.set;
  }
  for (std::size_t s = 0; s < summary.schedulers.size(); ++s) sink.put(s, rows_of(summary, s));
  outcome.file = sink.finish(summary.complete);
  return outcome;
}

}  // namespace fairslot::stages
