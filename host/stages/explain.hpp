/// Why tasks started when and where they did: a run again, with somebody who looks on.
#pragma once

#include <cstdint>
#include <string>

#include "host/stages/scenario.hpp"

namespace fairslot::stages {

struct Question {
  SchedulerName scheduler = SchedulerName::fgm;
  std::int64_t point = 0, sample = 0;
  std::int64_t job = -1, task = -1;  ///< one of them; below 0: not asked
};

/// Lines for a terminal. Throws InputError where the scheduler was not run, or there is no such
/// point, sample, job or task.
std::string explain(ScenarioFile const&, Question const&);

}  // namespace fairslot::stages
