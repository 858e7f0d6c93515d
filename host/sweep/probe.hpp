/// How long a plan will take, from running a part of it for a moment.
#pragma once

#include "host/sweep/run_plan.hpp"

namespace fairslot::sweep {

/// Seconds of run_plan(), about: within 1.5 times of what it takes on the machine as it is now.
/// Runs so many of the plan's pairs (point, sample), spread over all points, that half a second is
/// measured, but for no longer than some seconds from the first start of a task on; its results go
/// to a folder for temporary files and are removed. Needs a Runtime. Throws Stopped where the watch
/// wants it, std::runtime_error, one line, where nothing can be written there.
double foretell_seconds(Plan const& plan, RunSettings const& settings, Watch const& watch);

}  // namespace fairslot::sweep
