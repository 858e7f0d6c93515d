#include <fmt/format.h>

#include <algorithm>

#include "host/cli/commands.hpp"
#include "host/cli/explain_slot.hpp"
#include "host/record/stored_result.hpp"
#include "host/stages/explain.hpp"

namespace fairslot::cli {
namespace {

void refuse_slots(ExplainOptions const& options) {
  for (auto const& [name, given] :
       {std::pair("--slot", options.slot >= 0), std::pair("--user", options.user >= 0),
        std::pair("--top", options.top >= 0), std::pair("--json", options.json)})
    if (given)
      throw InputError(
          fmt::format("{}: {} is not for results of stages", shown_path(options.file), name));
}

ExitCode explain_stages(ExplainOptions const& options, std::string const& text) {
  refuse_slots(options);
  std::string const policy = options.policy.empty() ? "fgm" : options.policy;
  auto const name = std::ranges::find(stages::scheduler_names, policy);
  if (name == stages::scheduler_names.end())
    throw InputError(fmt::format("--policy {}: no scheduler of stages (allowed: {})", shown(policy),
                                 "fgm, fifo, capacity, fair, drf"));
  if ((options.job < 0) == (options.task < 0))
    throw InputError("explain: needs --job or --task, one of them");
  auto const file = stages::parse_scenario(text, options.file);
  stages::Question question;
  question.scheduler = static_cast<stages::SchedulerName>(name - stages::scheduler_names.begin());
  question.point = std::max(0, options.point), question.sample = std::max(0, options.sample);
  question.job = options.job, question.task = options.task;
  fmt::print("{}", stages::explain(file, question));
  return ExitCode::ok;
}

}  // namespace

ExitCode explain(ExplainOptions const& options) {
  if (is_problem(options.file)) return explain_problem(options);
  if (options.file.ends_with(".toml"))
    throw InputError(
        fmt::format("{}: a scenario (allowed: a problem, .json, or what run wrote, .h5)",
                    shown_path(options.file)));
  std::string const text = record::read_source(options.file);
  return text.starts_with("simulation = \"stages\"") ? explain_stages(options, text)
                                                     : explain_results(options);
}

}  // namespace fairslot::cli
