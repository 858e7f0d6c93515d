#include "host/cli/run_stages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "host/interrupt.hpp"
#include "host/plain_file.hpp"
#include "host/progress.hpp"
#include "host/record/leftovers.hpp"
#include "host/record/stored_result.hpp"
#include "host/stages/forecast.hpp"
#include "host/stages/run.hpp"
#include "host/talk.hpp"
#include "kernels/environment.hpp"

namespace fairslot::cli {
namespace {

std::string place_of_results(RunOptions const& options, stages::ScenarioFile const& file) {
  return options.out.empty() ? "results/" + file.scenario.name + ".h5" : options.out;
}

/// InputError where the file holds something else. Results of the same run are made again: they
/// take seconds, and come out the same.
void require_output(RunOptions const& options, std::string const& path, std::string const& out,
                    stages::ScenarioFile const& file) {
  require_plain_file("--out", out, path);
  for (std::string const& line : record::clear_leftovers(out)) talk(line + "\n");
  if (options.force) return;
  if (record::standing_of(out, stages::hash_of(file.scenario), {}) ==
      record::Standing::something_else)
    throw InputError(fmt::format(
        "{}: exists and holds something else (another scenario, or an interrupted run); --force "
        "replaces it, --out writes elsewhere",
        shown_path(out)));
}

}  // namespace

int threads_for(int asked) {
  if (asked > 0) return asked;
  if (int const of_environment = threads_of_environment()) return of_environment;
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_threads);
}

stages::ScenarioFile read_stages(RunOptions const& options, std::string const& path) {
  std::string const where = shown_path(path);
  if (!options.picks.empty())
    throw InputError(
        fmt::format("{}: --picks is for problems (tasks of stages are in the results)", where));
  if (options.form.long_form || options.form.all_pairs)
    throw InputError(fmt::format("{}: --long and --all-pairs are for slotted scenarios", where));
  auto sets = options.sets;
  if (!options.samples.empty()) sets.push_back("samples=" + options.samples);
  if (!options.seed.empty()) sets.push_back("seed=" + options.seed);
  if (!options.policies.empty()) sets.push_back(fmt::format("schedulers={}", options.policies));
  return stages::read_scenario(path, sets);
}

ExitCode run_stages(RunOptions const& options, std::string const& path,
                    stages::ScenarioFile const& file) {
  std::string const out = place_of_results(options, file);
  require_output(options, path, out, file);
  forecast::require_room(shown_path(path),
                         stages::foretell(file, threads_for(options.threads)).forecast,
                         {.results = out, .picks = ""}, options.force);
  if (!options.quiet)
    for (std::string const& line : file.left_out) talk(line + "\n");
  watch_for_interrupt();
  Progress progress(file.scenario.name, "samples", stages::samples_of(file), 0, options.quiet);
  std::int64_t samples = 0, tasks = 0;
  auto const told = [&](std::int64_t samples_done, std::int64_t tasks_done) {
    samples = samples_done, tasks = tasks_done;
    progress.update(samples, tasks);
  };
  auto const outcome =
      stages::run(file, {out, threads_for(options.threads)}, told, [] { return interrupted(); });
  progress.finish(samples, tasks);
  auto const text = options.json ? stages::to_json : stages::to_table;
  std::fputs(text(outcome.summary).c_str(), stdout);
  std::fflush(stdout);
  if (!options.quiet || outcome.file.path != out)
    talk(fmt::format("{}: {}\n", outcome.summary.complete ? "results" : "interrupted",
                     shown_path(outcome.file.path)));
  return outcome.summary.complete ? ExitCode::ok : ExitCode::interrupted;
}

}  // namespace fairslot::cli
