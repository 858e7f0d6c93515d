#include <fmt/format.h>

#include <algorithm>

#include "host/cli/commands.hpp"
#include "host/record/stored_result.hpp"
#include "host/stages/explain.hpp"

namespace fairslot::cli {

ExitCode explain(ExplainOptions const& options) {
  auto const name = std::ranges::find(stages::scheduler_names, options.policy);
  if (name == stages::scheduler_names.end())
    throw InputError(fmt::format("--policy {}: no scheduler of stages (allowed: {})",
                                 shown(options.policy), "fgm, fifo, capacity, fair, drf"));
  if ((options.job < 0) == (options.task < 0))
    throw InputError("explain: needs --job or --task, one of them");
  std::string const text = record::read_source(options.file);
  if (!text.starts_with("simulation = \"stages\""))
    throw InputError(fmt::format("{}: explain is for results of stages (docs/stages.md)",
                                 shown_path(options.file)));
  auto const file = stages::parse_scenario(text, options.file);
  stages::Question question;
  question.scheduler = static_cast<stages::SchedulerName>(name - stages::scheduler_names.begin());
  question.point = options.point, question.sample = options.sample;
  question.job = options.job, question.task = options.task;
  fmt::print("{}", stages::explain(file, question));
  return ExitCode::ok;
}

}  // namespace fairslot::cli
