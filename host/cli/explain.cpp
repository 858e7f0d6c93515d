#include <fmt/format.h>

#include <algorithm>

#include "host/cli/again.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/explain_slot.hpp"
#include "host/record/stored_result.hpp"
#include "host/record/stored_rows.hpp"
#include "host/stages/explain.hpp"
#include "host/stages/explain_output.hpp"
#include "host/talk.hpp"

namespace fairslot::cli {
namespace {

void refuse_slots(ExplainOptions const& options) {
  for (auto const& [name, given] :
       {std::pair("--slot", options.slot >= 0), std::pair("--user", options.user >= 0)})
    if (given)
      throw InputError(
          fmt::format("{}: {} is not for results of stages", shown_path(options.file), name));
}

/// The scenario as it was run; NotAgain where it draws from another file now.
stages::ScenarioFile scenario_of(std::string const& path, record::StoredSource const& source) {
  auto file = stages::parse_scenario(source.text, path, folder_of(path, source));
  stages::SwimSource const& swim = file.scenario.swim;
  bool const draws_from_file = file.scenario.is_drawn() && swim.is_file();
  if (draws_from_file && stages::hash_of(file.scenario) != source.hash)
    throw NotAgain{fmt::format("{}: {}, which its jobs were drawn from, is another file now",
                               shown_path(path), shown_path(swim.path()))};
  return file;
}

void require_same(std::string const& path, stages::Question const& question,
                  stages::Explained const& again) {
  std::string const scheduler(
      stages::scheduler_names[static_cast<std::size_t>(question.scheduler)]);
  record::RunAt const at{question.point, question.sample};
  if (!record::has_rows(path, fmt::format("/stages/{}/metrics", scheduler), at))
    throw InputError(fmt::format("--point {} --sample {}: {} has no such run of {}", question.point,
                                 question.sample, shown_path(path), scheduler));
  if (auto const what = record::difference_from(path, "stages/" + scheduler, at, again.run))
    throw not_again(path, "scheduler " + scheduler, at, *what);
}

ExitCode explain_stages(ExplainOptions const& options, record::StoredSource const& source) {
  refuse_slots(options);
  std::string const policy = options.policy.empty() ? "fgm" : options.policy;
  auto const name = std::ranges::find(stages::scheduler_names, policy);
  if (name == stages::scheduler_names.end())
    throw InputError(fmt::format("--policy {}: no scheduler of stages (allowed: {})", shown(policy),
                                 "fgm, fifo, capacity, fair, drf"));
  if ((options.job < 0) == (options.task < 0))
    throw InputError("explain: needs --job or --task, one of them");
  auto const file = scenario_of(options.file, source);
  stages::Question question;
  question.scheduler = static_cast<stages::SchedulerName>(name - stages::scheduler_names.begin());
  question.point = std::max(0, options.point), question.sample = std::max(0, options.sample);
  question.job = options.job, question.task = options.task;
  if (options.top >= 0) question.top = options.top;
  auto const explained = stages::explain(file, question);
  require_same(options.file, question, explained);
  fmt::print("{}", options.json ? stages::to_json(explained) : stages::to_text(explained));
  return ExitCode::ok;
}

}  // namespace

ExitCode explain(ExplainOptions const& options) try {
  if (is_problem(options.file)) return explain_problem(options);
  if (options.file.ends_with(".toml"))
    throw InputError(
        fmt::format("{}: a scenario (allowed: a problem, .json, or what run wrote, .h5)",
                    shown_path(options.file)));
  auto const source = record::read_source(options.file);
  return source.is_of_stages() ? explain_stages(options, source) : explain_results(options);
} catch (NotAgain const& other) {
  talk("fairslot: " + other.line + "\n");
  return ExitCode::not_deterministic;
}

}  // namespace fairslot::cli
