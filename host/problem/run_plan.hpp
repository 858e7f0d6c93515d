/// Runs a problem's plan: no terminal, no signals, as that of a scenario.
#pragma once

#include "host/problem/plan.hpp"
#include "host/problem/problem_output.hpp"
#include "host/record/recorder.hpp"
#include "host/statistics/run_metrics.hpp"
#include "host/sweep/run_plan.hpp"

namespace fairslot::problem {

/// Where the runs' records go while they go on; nullptr: nowhere. Who calls publishes them.
struct Outputs {
  record::Recorder* recorder = nullptr;
  PicksFile* picks = nullptr;
};

/// What results of the plan say about themselves.
record::ResultHeader header_of(Plan const& plan);

/// All policies side by side; `watch` is told how many of them have ended. A stop leaves out what
/// was under way. Throws std::runtime_error, one line, where a run comes to no end.
statistics::ProblemOutcome run_plan(Plan const& plan, Engine engine, Outputs const& outputs = {},
                                    sweep::Watch const& watch = {});

}  // namespace fairslot::problem
