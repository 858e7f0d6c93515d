#include "host/sweep/run_plan.hpp"

#include <algorithm>
#include <stdexcept>

#include "host/record/recorder.hpp"
#include "host/sweep/audited_runs.hpp"
#include "host/sweep/comparisons.hpp"
#include "host/sweep/sweep_runner.hpp"
#include "host/version.hpp"

namespace fairslot::sweep {
namespace {

using record::Recorder;
using record::ResultHeader;
using statistics::SweepPoint;

constexpr double seconds_a_launch = 0.2;

void require_shard(statistics::Shard const& shard) {
  constexpr std::int64_t most = std::int64_t{1} << 31;
  if (shard.index < 0 || shard.index >= shard.count || shard.count >= most)
    throw std::invalid_argument("a shard's index is below its count, which is below 2^31");
}

SweepPoint described(Plan const& plan, std::size_t number) {
  scenario::Point const& point = plan.points[number];
  SweepPoint result;
  for (auto const& [key, value] : point.set)
    result.set.push_back({key, value, scenario::meaning_of(key, value)});
  for (std::string const& name : point.scenario.policies) {
    auto const at = std::ranges::find(plan.policies, name);
    result.policies.push_back(static_cast<int>(at - plan.policies.begin()));
  }
  result.comparisons = comparisons_at(plan.scenario, number, result.policies, plan.policies);
  return result;
}

ResultHeader header_of(Plan const& plan) {
  ResultHeader header;
  header.name = plan.scenario.name;
  header.text = scenario::to_toml(plan.scenario);
  header.hash = scenario::hash_of(plan.scenario);
  header.folder = plan.folder;
  header.seed = static_cast<std::uint64_t>(plan.scenario.seed);
  header.samples = plan.scenario.samples;
  header.shard = plan.shard;
  for (std::size_t i = 0; i < plan.points.size(); ++i) header.points.push_back(described(plan, i));
  header.policies = plan.policies;
  header.resources = plan.scenario.cluster.resources;
  header.every = plan.scenario.record.every.value_or(1);
  header.version = code_version();
  header.commit = code_commit();
  header.device = Runtime::device();
  header.threads = Runtime::threads();
  return header;
}

/// To the end, or to the stop that the check throws.
void run_all(SweepRunner& runner, AuditedRuns& runs, Watch const& watch, Check const& check) {
  SweepRunner::Part part;
  if (runs.takes_parts())
    part = [&](SweepRun const& run, std::shared_ptr<Problem const> problem, Records&& records) {
      runs.add_part(run, std::move(problem), std::move(records));
    };
  auto const ended = [&](SweepRun const& run, std::shared_ptr<Problem const> problem,
                         RunResult&& result) {
    runs.add(run, std::move(problem), std::move(result));
  };
  while (!runner.done() || !runs.idle()) {
    check();
    if (!runner.done() && runs.has_room()) runner.advance(seconds_a_launch, part, ended);
    runs.advance(seconds_a_launch);
    watch.progress({runner.samples_done(), runner.tasks_started(), runner.slot_reached()});
  }
}

}  // namespace

Check check_of(Watch const& watch) {
  return [&watch] {
    if (watch.stop()) throw Stopped();
  };
}

RunOutcome run_plan(Plan const& plan, RunSettings const& settings, Watch const& watch) {
  require_shard(plan.shard);
  ResultHeader const header = header_of(plan);
  Recorder recorder(plan.out, header, record::tables_of(plan.scenario), audit_sinks(plan, header));
  Check const check = check_of(watch);
  SimulatorSettings const simulator{
      .engine = settings.engine, .resident = settings.resident, .check = check};
  SweepRunner runner(plan.points, plan.shard, simulator);
  AuditedRuns runs(plan, header, recorder, simulator);
  try {
    run_all(runner, runs, watch, check);
  } catch (Stopped const&) {
    // What was under way is left out.
  }
  RunOutcome outcome;
  outcome.complete = runner.done() && runs.idle();
  outcome.summary = recorder.finish(outcome.complete, settings.existing);
  outcome.file = recorder.published();
  return outcome;
}

}  // namespace fairslot::sweep
