/// What a run has come to, before it is measured.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "host/stages/policies.hpp"

namespace fairslot::stages {

inline constexpr double not_yet = -1;  ///< of times: it has not happened

struct TaskOutcome {
  std::int32_t server = -1;
  std::int32_t killed = 0;  ///< times: out of memory, or recycled
  double ready = not_yet, start = not_yet, end = not_yet;
  bool never = false;                    ///< does not end: given up, or waits for one that is
  std::optional<PredictionError> error;  ///< of what was predicted when it ended
};

struct JobOutcome {
  double first_match = not_yet, finish = not_yet;
  std::int64_t matches_before = 0;  ///< tried until the first one
};

struct SampleOutcome {
  double time = 0, jain = 1;
  std::int32_t active_jobs = 0, squeezed = 0;
  double used_cpu = 0, used_memory = 0, reserved_cpu = 0, reserved_memory = 0;  ///< parts of all
  double compression_mean = 0, compression_most = 0;
  std::array<std::int32_t, policy_names.size()> policies = {};  ///< servers
};

struct Decisions {
  std::int64_t passes = 0, visits = 0, matches = 0, starts = 0;
  std::int64_t oom = 0, recycled = 0;
  double seconds = 0;        ///< of computing
  double work = 0;           ///< done, of whatever has run
  double squeezed_work = 0;  ///< integral of r_c over it
};

struct WorkerOutcome {
  double time = 0;
  std::int32_t worker = 0;
  double used_cpu = 0, used_memory = 0;  ///< parts of its own, by tasks
  double compression = 0;
  Policy policy = Policy::squeezing;
};

struct Outcome {
  std::vector<TaskOutcome> tasks;
  std::vector<JobOutcome> jobs;
  std::vector<SampleOutcome> samples;
  std::vector<WorkerOutcome> workers;  ///< a row a sample and worker, where they are watched
  std::vector<std::shared_ptr<Prediction const>> predictions;  ///< [families] at the end
  Decisions decisions;
  bool stopped = false;  ///< somebody wanted an end
};

}  // namespace fairslot::stages
