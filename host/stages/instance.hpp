/// What is run: workers and jobs whose tasks have stages, as one sample has them. The same for all
/// schedulers.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "host/stages/amounts.hpp"

namespace fairslot::stages {

inline constexpr std::int64_t most_workers = 1'000'000, most_tasks = 10'000'000;
inline constexpr double for_ever = std::numeric_limits<double>::infinity();

/// Of a task: what it needs for so many seconds at full speed.
struct Stage {
  Amounts need = {};
  double seconds = 0;
  bool operator==(Stage const&) const = default;
};

/// Tasks that the scheduler cannot tell apart but by their place: of one logic, input size and
/// request.
struct Kind {
  std::int32_t family = 0;  ///< of similar tasks: one logic and input size
  Amounts request = {};
  bool service = false;  ///< runs for ever, does not count as a job, is never predicted
};

struct Task {
  std::int32_t job = 0, kind = 0;
  std::int32_t group = 0;  ///< of its job: tasks of a group wait for another group as a whole
  std::uint32_t first_stage = 0, stages = 0;
  double deadline = for_ever;
};

/// Tasks first .. last-1 of a job, which wait for the end of group `after` of the job (-1: none).
struct Group {
  std::int32_t first = 0, last = 0, after = -1;
};

struct Job {
  bool service = false;  ///< all its tasks are
  double submit = 0;
  std::int32_t queue = 0;
  std::int32_t first_group = 0, last_group = 0;
};

/// From `time` on a worker's background load is another.
struct BackgroundChange {
  double time = 0;
  std::int32_t worker = 0;
  Amounts load = {};
};

struct Instance {
  std::vector<std::string> resources;
  std::vector<Amounts> workers;
  std::vector<Stage> stages;  ///< of all tasks; equal ones may have the same
  std::vector<Kind> kinds;
  std::vector<Task> tasks;  ///< by job, group
  std::vector<Group> groups;
  std::vector<Job> jobs;                     ///< by submission
  std::vector<BackgroundChange> background;  ///< by time, then worker
  std::int32_t families = 0;
  /// [tasks] of workers with the task's input; empty: locality does not count.
  std::vector<std::vector<std::int32_t>> replicas;

  Stage const* stages_of(Task const& task) const { return stages.data() + task.first_stage; }
  std::int32_t task_count() const { return static_cast<std::int32_t>(tasks.size()); }
  Kind const& kind_of(std::int32_t task) const {
    return kinds[static_cast<std::size_t>(tasks[static_cast<std::size_t>(task)].kind)];
  }
};

/// At full speed, all its stages.
double seconds_of(Instance const&, Task const&);

}  // namespace fairslot::stages
