/// Runs a plan: no terminal, no signals, nothing of the process is changed. Who calls is told how
/// far it is and may end it.
#pragma once

#include <cstdint>
#include <functional>

#include "host/record/published.hpp"
#include "host/statistics/summary.hpp"
#include "host/sweep/plan.hpp"
#include "host/temporary_file.hpp"
#include "kernels/check.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::sweep {

struct RunSettings {
  Engine engine = Engine::automatic;   ///< never changes a result
  int resident = 0;                    ///< runs side by side; 0: chosen from threads
  Existing existing = Existing::keep;  ///< what becomes of a file that has the results' name
};

/// How far a plan is.
struct Progressed {
  std::int64_t samples = 0;  ///< that have ended under all policies
  std::int64_t tasks = 0;    ///< that have started
  std::int64_t slot = 0;     ///< the least that one of the runs under way is in; 0: none is
};

/// Called on the calling thread, a few times a second. What they throw ends the run without a
/// trace.
struct Watch {
  std::function<void(Progressed const&)> progress = [](auto const&) {};
  /// True ends the run: what is complete is saved. Asked rather more often.
  std::function<bool()> stop = [] { return false; };
};

/// The watch wants an end.
struct Stopped {};
/// Throws Stopped where the watch wants it, which must outlive the check.
Check check_of(Watch const& watch);

struct RunOutcome {
  statistics::Summary summary;  ///< of the samples that count
  record::Published file;       ///< where the results are, see Existing
  bool complete = false;        ///< whether every run has ended, see Summary::failed
};

/// Needs a Runtime. Throws std::invalid_argument for an impossible shard, std::runtime_error, one
/// line, where the results cannot be written.
RunOutcome run_plan(Plan const& plan, RunSettings const& settings = {}, Watch const& watch = {});

}  // namespace fairslot::sweep
