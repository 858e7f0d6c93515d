/// How large a run will be, foretold from the first sample of each point.
#pragma once

#include <cstdint>

#include "host/forecast/forecast.hpp"
#include "host/stages/scenario.hpp"

namespace fairslot::stages {

struct Foretold {
  forecast::Forecast forecast;
  std::int64_t jobs = 0, tasks = 0;  ///< of the first point's first sample, services included
};

/// Throws InputError, one line with the place: nothing can be drawn, or more than may be.
Foretold foretell(ScenarioFile const&, int threads);

}  // namespace fairslot::stages
