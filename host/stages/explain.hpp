/// Why tasks started when and where they did: a run again, with somebody who looks on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/stages/record.hpp"
#include "host/stages/scenario.hpp"
#include "host/stages/scheduler.hpp"

namespace fairslot::stages {

struct Question {
  SchedulerName scheduler = SchedulerName::fgm;
  std::int32_t point = 0, sample = 0;
  std::int32_t job = -1, task = -1;  ///< one of them; below 0: not asked
  std::int64_t top = 20;  ///< matches told of a task that did not start it, of equal ones the first
};

/// What there was too little of in a piece of a server's future.
struct Shortage {
  std::optional<std::size_t> stage;  ///< none: the request, or the largest of all stages
  std::string resource;
  double needs = 0, free = 0, from = 0;  ///< amounts, and since when
};

/// A match that was tried; with a shortage it started squeezed, or not at all.
struct ToldMatch {
  double time = 0;
  std::int32_t server = 0;
  bool by_request = false;
  Policy policy = Policy::squeezing;
  bool predicted = false;
  Match match = Match::yes;
  std::optional<Shortage> shortage;
};

struct ToldTask {
  std::int32_t task = 0, job = 0;
  bool service = false;
  double work = 0;  ///< seconds at full speed
  TaskOutcome outcome;
  std::int64_t tried = 0;
  std::vector<ToldMatch> matches;  ///< some of them
};

struct Explained {
  Question question;
  std::vector<ToldTask> tasks;
  std::vector<record::TableAgain> run;  ///< as a results file has it
};

/// Throws InputError where the scheduler was not run, or there is no such point, sample, job or
/// task.
Explained explain(ScenarioFile const&, Question const&);

}  // namespace fairslot::stages
