#include "host/stages/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/forecast/run_memory.hpp"
#include "host/record/measured_file.hpp"
#include "host/stages/drawn_jobs.hpp"
#include "host/stages/swim_files.hpp"

namespace fairslot::stages {
namespace {

using forecast::Factor;

/// What one sample has.
struct Load {
  double jobs = 0, tasks = 0, stages = 0, similar = 0, families = 0;
  double kept_stages = 0;               ///< equal tasks of a group have theirs together
  double last_submit = 0, longest = 0;  ///< seconds
  double one_by_one = 0;                ///< seconds of all groups, were each to wait for another
  std::array<double, most_resources> asked = {}, requested = {};  ///< the latter times seconds
  double cores_used = 0;                                          ///< times seconds
};

/// Of one worker.
double most_cores(Scenario const& s) {
  double most = 0;
  for (Scenario::Worker const& worker : s.workers) most = std::max(most, worker.capacity[cpu]);
  return most;
}

/// Requests with the factor, but not their grain: its few per cent are within the forecast's own.
void add_tasks(Load& load, Scenario const& s, double count, StageRows const& rows,
               std::vector<double> const& request) {
  double const cores = most_cores(s);
  double seconds = 0, squeezed_seconds = 0;
  std::vector<double> most(s.resources.size());
  for (auto const& row : rows) {
    for (std::size_t r = 0; r < most.size(); ++r) most[r] = std::max(most[r], row[r]);
    if (row.back() == for_ever) continue;
    seconds += row.back();
    squeezed_seconds += row.back() * (cores > 0 ? std::max(1.0, row[cpu] / cores) : 1.0);
    load.cores_used += count * row.back() * row[cpu];
  }
  for (std::size_t r = 0; r < most.size(); ++r) {
    double const own = request.empty() ? most[r] * s.request_factor : request[r];
    load.asked[r] += count * own, load.requested[r] += count * own * seconds;
  }
  auto const stages = static_cast<double>(rows.size());
  load.tasks += count, load.stages += count * stages;
  load.kept_stages += s.is_drawn() && s.noise > 0 ? count * stages : stages;
  load.similar += static_cast<double>(rows.size()), ++load.families;
  load.longest = std::max(load.longest, squeezed_seconds);
  load.one_by_one += squeezed_seconds;
}

Load drawn_load(Scenario const& s, SwimFiles const& swim) {
  Load load;
  load.jobs = load.tasks = load.stages = static_cast<double>(s.services);
  DrawnJobs jobs(s, 0, swim.of(s));
  while (auto const job = jobs.next()) {
    ++load.jobs;
    load.last_submit = job->submit;
    for (DrawnTasks const& tasks : {job->maps, job->reduces})
      if (tasks.count > 0) add_tasks(load, s, static_cast<double>(tasks.count), tasks.stages, {});
  }
  return load;
}

Load written_load(Scenario const& s) {
  Load load;
  for (Scenario::Job const& job : s.jobs) {
    ++load.jobs;
    load.last_submit = std::max(load.last_submit, job.submit);
    for (Scenario::JobTasks const& tasks : job.tasks)
      add_tasks(load, s, static_cast<double>(tasks.count), tasks.stages, tasks.request);
  }
  return load;
}

double worker_count(Scenario const& s) {
  double count = 0;
  for (Scenario::Worker const& worker : s.workers) count += static_cast<double>(worker.count);
  return count;
}

double capacity_of(Scenario const& s, std::size_t r) {
  double capacity = 0;
  for (Scenario::Worker const& worker : s.workers)
    capacity += static_cast<double>(worker.count) * worker.capacity[r];
  return capacity;
}

/// Until all is done, where requests fill the workers, but for time in which nothing happens: of
/// that only the end before each job is sampled.
double seconds_of(Scenario const& s, Load const& load) {
  double const cores = capacity_of(s, cpu);
  double longest = cores > 0 ? load.cores_used / cores : 0;
  for (std::size_t r = 0; r < s.resources.size(); ++r)
    if (double const capacity = capacity_of(s, r); capacity > 0)
      longest = std::max(longest, load.requested[r] / capacity);
  double const busy = load.one_by_one + load.jobs * 2 * memory_of_samples(s.settings);
  return std::min(load.last_submit, busy) + longest + load.longest;
}

/// Tasks that run side by side, where requests fill the workers.
double running_of(Scenario const& s, Load const& load) {
  double running = load.tasks;
  for (std::size_t r = 0; r < s.resources.size(); ++r)
    if (load.asked[r] > 0)
      running = std::min(running, capacity_of(s, r) * load.tasks / load.asked[r]);
  return running;
}

/// Tasks that fgm tells apart when it matches: by their truth, by their predictions, or by
/// requests.
double shapes_of(Scenario const& s, Load const& load) {
  if (!s.is_drawn()) return load.families;
  if (s.settings.known && s.noise > 0) return load.tasks;
  double const variants =
      static_cast<double>(s.families.size()) * static_cast<double>(s.applications);
  return std::min(load.families, 4 * variants);  // maps and reduces, predicted and not
}

bool learns(Scenario const& s, Load const& load) {
  return std::ranges::count(s.schedulers, SchedulerName::fgm) > 0 && load.tasks > 0;
}

/// What fgm keeps of each worker's last samples.
double window_of(Scenario const& s, Load const& load) {
  if (!learns(s, load)) return 0;
  // Bytes, of all resources' background and of what is used of each, in pieces of 512.
  double const seen = 67 + 34 * static_cast<double>(s.resources.size());
  return worker_count(s) * seen * std::min(s.settings.window, seconds_of(s, load)) /
         s.settings.sample;
}

/// What fgm knows besides: of families of similar tasks or of all tasks, of the stages to come on
/// each worker, and of what it has refused (Rests).
double knowledge_of(Scenario const& s, Load const& load) {
  if (!learns(s, load)) return 0;
  constexpr double point = 75, predicted = 105, stage = 64, kind = 400;  // bytes, measured
  constexpr double piece = 115;
  constexpr double refused = 16, most_refused = 1 << 22;
  Settings const& settings = s.settings;
  auto const points = static_cast<double>(settings.points);
  double const stages = load.stages / load.tasks, shapes = shapes_of(s, load);
  double const believed = settings.known ? stages : std::min(stages, points);
  double const learnt = settings.known ? shapes * (stages * stage + kind)
                                       : points * (load.families * point + shapes * predicted);
  return learnt + running_of(s, load) * believed * piece +
         refused * std::min(worker_count(s) * 1.5 * shapes, most_refused);
}

/// Bytes, measured, of one sample.
struct PointNeed {
  double instance = 0, window = 0, rows = 0, in_file = 0;
  double samples = 0, samples_in_file = 0;  ///< of rows over time
};

PointNeed need_of(Scenario const& s, Load const& load) {
  constexpr double task = 300, replica = 48, stage = 75, job = 250, worker = 2100;
  constexpr double task_row = 92, job_row = 52, sample_row = 96, worker_row = 44;
  constexpr double task_in_file = 93, job_in_file = 17, sample_in_file = 40, worker_in_file = 6;
  auto const schedulers = static_cast<double>(s.schedulers.size());
  double const workers = worker_count(s);
  double const samples = seconds_of(s, load) / s.settings.sample;
  double const watched = s.by_worker ? samples * workers : 0;
  double const replicas = std::min(static_cast<double>(s.settings.replicas), workers);
  return {load.tasks * (task + (s.settings.locality ? replicas * replica : 0)) +
              load.kept_stages * stage + load.jobs * job + workers * worker + knowledge_of(s, load),
          window_of(s, load),
          schedulers * (load.tasks * task_row + load.jobs * job_row),
          schedulers * (load.tasks * task_in_file + load.jobs * job_in_file),
          schedulers * (samples * sample_row + watched * worker_row),
          schedulers * (samples * sample_in_file + watched * worker_in_file)};
}

/// Of the stages of similar tasks, true and predicted, which are there once a point.
constexpr double similar_in_file = 40;

/// Points' needs together: all of the file, and of memory the largest.
struct Sum {
  double samples = 0, tasks = 0, in_file = 0, samples_in_file = 0;
  double most_tasks = 0, most_instance = 0, most_window = 0, most_rows = 0, most_samples = 0;
};

forecast::Forecast forecast_of(ScenarioFile const& file, Sum const& sum, int threads) {
  Scenario const& s = file.points.front().scenario;
  double const running = std::min<double>(threads, sum.samples);
  double const waiting = std::min<double>(threads, sum.samples - running);
  Factor const of_tasks = s.is_drawn() ? Factor{"total_gb", s.total_gb}
                                       : Factor{"jobs[].tasks[].count", sum.most_tasks};
  constexpr double about_a_row = 100;
  Factor const of_sampling{"sample", sum.most_samples / about_a_row, s.settings.sample};
  Factor const of_window{"window", s.settings.window, s.settings.window};
  auto const schedulers = static_cast<double>(s.schedulers.size());
  double const growing = running / (2 * schedulers);  // of the run that is filled row by row
  double const held = running + growing + waiting;    // a row a scheduler, until a sample is whole
  forecast::Forecast f;
  f.tasks = sum.tasks;
  forecast::add_program(f, threads);
  add(f.memory, running * sum.most_instance, {of_tasks});
  add(f.memory, running * sum.most_window, {of_window});
  add(f.memory, held * sum.most_rows, {of_tasks});
  add(f.memory, held * sum.most_samples, {of_sampling});
  constexpr double empty_file = 12e3, tables = 8e3;
  add(f.disk, empty_file + schedulers * tables + record::stored_text_bytes(to_toml(file.scenario)),
      {{"schedulers", schedulers}});
  add(f.disk, sum.in_file, {of_tasks, {"samples", sum.samples}});
  add(f.disk, sum.samples_in_file, {of_sampling, {"samples", sum.samples}});
  return f;
}

}  // namespace

Foretold foretell(ScenarioFile const& file, int threads) try {
  SwimFiles const swim(file);
  Foretold told;
  Sum sum;
  for (SweptScenario const& point : file.points) {
    Scenario const& s = point.scenario;
    Load const load = s.is_drawn() ? drawn_load(s, swim) : written_load(s);
    PointNeed const need = need_of(s, load);
    auto const samples = static_cast<double>(s.samples);
    if (&point == &file.points.front())
      told.jobs = static_cast<std::int64_t>(load.jobs),
      told.tasks = static_cast<std::int64_t>(load.tasks);
    sum.samples += samples;
    sum.tasks += samples * load.tasks * static_cast<double>(s.schedulers.size());
    sum.in_file += samples * need.in_file +
                   similar_in_file * load.similar * static_cast<double>(s.schedulers.size());
    sum.samples_in_file += samples * need.samples_in_file;
    sum.most_tasks = std::max(sum.most_tasks, load.tasks);
    sum.most_instance = std::max(sum.most_instance, need.instance);
    sum.most_window = std::max(sum.most_window, need.window);
    sum.most_rows = std::max(sum.most_rows, need.rows);
    sum.most_samples = std::max(sum.most_samples, need.samples);
  }
  told.forecast = forecast_of(file, sum, threads);
  return told;
} catch (scenario::KeyError const& error) {
  throw InputError(fmt::format("{}: {}", place_of(file.document, error.key).text(), error.what()));
}

}  // namespace fairslot::stages
