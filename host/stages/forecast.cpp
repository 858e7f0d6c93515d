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
  double jobs = 0, tasks = 0, stages = 0, similar = 0;
  double last_submit = 0, longest = 0;                ///< seconds
  std::array<double, most_resources> requested = {};  ///< times seconds
};

/// Requests with the factor, but not their grain: its few per cent are within the forecast's own.
void add_tasks(Load& load, Scenario const& s, double count, StageRows const& rows,
               std::vector<double> const& request) {
  double seconds = 0;
  std::vector<double> most(s.resources.size());
  for (auto const& row : rows) {
    if (row.back() < for_ever) seconds += row.back();
    for (std::size_t r = 0; r < most.size(); ++r) most[r] = std::max(most[r], row[r]);
  }
  for (std::size_t r = 0; r < most.size(); ++r)
    load.requested[r] +=
        count * seconds * (request.empty() ? most[r] * s.request_factor : request[r]);
  load.tasks += count, load.stages += count * static_cast<double>(rows.size());
  load.similar += static_cast<double>(rows.size());
  load.longest = std::max(load.longest, seconds);
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

/// Until all is done, where requests fill the workers.
double seconds_of(Scenario const& s, Load const& load) {
  double longest = 0;
  for (std::size_t r = 0; r < s.resources.size(); ++r) {
    double capacity = 0;
    for (Scenario::Worker const& worker : s.workers)
      capacity += static_cast<double>(worker.count) * worker.capacity[r];
    if (capacity > 0) longest = std::max(longest, load.requested[r] / capacity);
  }
  return load.last_submit + longest + load.longest;
}

/// Bytes, measured, of one sample.
struct PointNeed {
  double instance = 0, rows = 0, in_file = 0;
  double samples = 0, samples_in_file = 0;  ///< of rows over time
};

PointNeed need_of(Scenario const& s, Load const& load) {
  constexpr double task = 300, input = 145, stage = 75, job = 250, worker = 2100;
  constexpr double task_row = 92, job_row = 52, sample_row = 96, worker_row = 44;
  constexpr double task_in_file = 93, job_in_file = 17, sample_in_file = 40, worker_in_file = 6;
  auto const schedulers = static_cast<double>(s.schedulers.size());
  double const workers = worker_count(s);
  double const samples = seconds_of(s, load) / s.settings.sample;
  double const watched = s.by_worker ? samples * workers : 0;
  return {load.tasks * (task + (s.settings.locality ? input : 0)) + load.stages * stage +
              load.jobs * job + workers * worker,
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
  double most_tasks = 0, most_instance = 0, most_rows = 0, most_samples = 0;
};

forecast::Forecast forecast_of(ScenarioFile const& file, Sum const& sum, int threads) {
  Scenario const& s = file.points.front().scenario;
  double const running = std::min<double>(threads, sum.samples);
  double const waiting = std::min<double>(threads, sum.samples - running);
  Factor const of_tasks = s.is_drawn() ? Factor{"total_gb", s.total_gb}
                                       : Factor{"jobs[].tasks[].count", sum.most_tasks};
  constexpr double about_a_row = 100;
  Factor const of_sampling{"sample", sum.most_samples / about_a_row, s.settings.sample};
  constexpr double growing = 1.5;  // of what is filled row by row
  forecast::Forecast f;
  f.tasks = sum.tasks;
  forecast::add_program(f, threads);
  add(f.memory, running * sum.most_instance, {of_tasks});
  add(f.memory, (growing * running + waiting) * sum.most_rows, {of_tasks});
  add(f.memory, (growing * running + waiting) * sum.most_samples, {of_sampling});
  constexpr double empty_file = 12e3, tables = 8e3;
  auto const schedulers = static_cast<double>(s.schedulers.size());
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
    sum.most_rows = std::max(sum.most_rows, need.rows);
    sum.most_samples = std::max(sum.most_samples, need.samples);
  }
  told.forecast = forecast_of(file, sum, threads);
  return told;
} catch (scenario::KeyError const& error) {
  throw InputError(fmt::format("{}: {}", place_of(file.document, error.key).text(), error.what()));
}

}  // namespace fairslot::stages
