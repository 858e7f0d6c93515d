/// What runs hold while they go on, whatever they come from. Bytes, measured.
#pragma once

#include "host/forecast/forecast.hpp"
#include "host/forecast/results_forecast.hpp"

namespace fairslot::forecast {

inline constexpr double job_drawn = 150, job_measured = 250;

/// The program, its libraries and threads.
void add_program(Forecast& sum, int threads);

/// What a run takes on top of memory_of_run(): its tasks, entries and, with a sink for them, what
/// it has recorded since that was taken.
double grown(RunLeaves const& run, bool recorded);

/// What it does not take of memory_of_run(): buffers of records that it does not fill.
double untouched(RunLeaves const& run);

}  // namespace fairslot::forecast
