#include "host/problem/run_plan.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <stdexcept>

#include "host/version.hpp"
#include "kernels/shown.hpp"

namespace fairslot::problem {
namespace {

using record::ResultHeader;
using statistics::PolicyOutcome;
using statistics::ProblemOutcome;

/// Measures a run that has ended and hands the rest of it over.
PolicyOutcome take(Plan const& plan, Outputs const& outputs, RunResult&& result) {
  if (result.status != RunStatus::complete)
    throw std::runtime_error(fmt::format("{}: policy {}: {}", shown_path(plan.path),
                                         canonical_name(result.policy),
                                         status_message(result.status)));
  if (outputs.picks) outputs.picks->put(result.picks);
  PolicyOutcome outcome{plan.names[result.id], statistics::run_metrics(*plan.problem, result)};
  auto const policy = static_cast<int>(result.id);
  if (outputs.recorder) outputs.recorder->add(0, 0, policy, plan.problem, std::move(result));
  return outcome;
}

/// Adds the outcomes of the runs as they end. To the end, or to the stop that the check throws.
void run_all(Plan const& plan, Outputs const& outputs, Simulator& simulator,
             sweep::Watch const& watch, Check const& check,
             std::vector<std::optional<PolicyOutcome>>& outcomes) {
  Recording const recording{.slots = outputs.recorder != nullptr,
                            .picks = outputs.picks != nullptr,
                            .queueing = outputs.recorder != nullptr};
  Sink const sink = [&](std::uint64_t id, Records&& records) {
    if (outputs.picks) outputs.picks->put(records.picks);
    if (outputs.recorder)
      outputs.recorder->add_part(0, 0, static_cast<int>(id), plan.problem, std::move(records));
  };
  for (std::size_t i = 0; i < plan.policies.size(); ++i)
    simulator.add(i, plan.problem, plan.policies[i], recording);
  std::int64_t ended = 0, started = 0;
  while (!simulator.idle()) {
    check();
    for (RunResult& result : simulator.advance(0.2, sink)) {
      ++ended;
      started += result.started;
      std::size_t const policy = result.id;
      outcomes[policy] = take(plan, outputs, std::move(result));
    }
    watch.progress({ended, started + simulator.resident_started(), simulator.resident_slot()});
  }
}

ProblemOutcome outcome_of(Plan const& plan, std::vector<std::optional<PolicyOutcome>>&& ended) {
  ProblemOutcome all;
  for (std::size_t i = 0; i < ended.size(); ++i)
    if (ended[i])
      all.policies.push_back(std::move(*ended[i]));
    else
      all.waiting.push_back(plan.names[i]);
  if (!all.waiting.empty()) all.policies.clear();
  return all;
}

}  // namespace

ResultHeader header_of(Plan const& plan) {
  ResultHeader header;
  header.name = shown_path(std::filesystem::path(plan.path).stem().string());
  header.text = plan.text;
  header.hash = plan.hash;
  header.policies = plan.names;
  statistics::SweepPoint& point = header.points.emplace_back();
  for (std::size_t i = 0; i < plan.names.size(); ++i) point.policies.push_back(static_cast<int>(i));
  header.resources = plan.resources;
  header.version = code_version();
  header.commit = code_commit();
  header.device = Runtime::device();
  header.threads = Runtime::threads();
  return header;
}

ProblemOutcome run_plan(Plan const& plan, Engine engine, Outputs const& outputs,
                        sweep::Watch const& watch) {
  Check const check = sweep::check_of(watch);
  Simulator simulator(
      {.engine = engine, .resident = static_cast<int>(plan.policies.size()), .check = check});
  std::vector<std::optional<PolicyOutcome>> outcomes(plan.policies.size());
  try {
    run_all(plan, outputs, simulator, watch, check, outcomes);
  } catch (sweep::Stopped const&) {
    // What was under way is left out.
  }
  return outcome_of(plan, std::move(outcomes));
}

}  // namespace fairslot::problem
