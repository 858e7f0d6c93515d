#include "host/cli/explain_slot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

#include "host/cli/again.hpp"
#include "host/explain/output.hpp"
#include "host/interrupt.hpp"
#include "host/problem/plan.hpp"

namespace fairslot::cli {
namespace {

using record::StoredSetup;

explain::Question question_of(ExplainOptions const& options) {
  std::string const file = shown_path(options.file);
  if (options.task >= 0) throw InputError(fmt::format("{}: --task is for results of stages", file));
  if (options.policy.empty())
    throw InputError(fmt::format("{}: explain needs --policy (fairslot list policies)", file));
  explain::Question question;
  if (options.slot >= 0) question.slot = options.slot;
  if (options.user >= 0) question.user = options.user;
  if (options.job >= 0) question.job = options.job;
  if (options.top >= 0) question.top = options.top;
  return question;
}

void print(ExplainOptions const& options, explain::Answer const& answer, Problem const& problem) {
  std::string const text =
      options.json ? explain::to_json(answer, problem) : explain::to_text(answer, problem);
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

/// The run of the file that is asked for.
StoredSetup::Run run_of(ExplainOptions const& options, StoredSetup const& setup) {
  std::string const name = canonical_name(parse_policy(options.policy));
  auto const policy = std::ranges::find(setup.policies, name);
  if (policy == setup.policies.end())
    throw InputError(fmt::format("--policy {}: {} has no runs of it (allowed: {})",
                                 shown(options.policy), shown_path(options.file),
                                 fmt::join(setup.policies, ", ")));
  auto const index = static_cast<int>(policy - setup.policies.begin());
  int const point = std::max(0, options.point), sample = std::max(0, options.sample);
  for (StoredSetup::Run const& run : setup.runs)
    if (run.policy == index && run.point == point && run.sample == sample) return run;
  throw InputError(fmt::format("--point {} --sample {}: {} has no such run of {}", point, sample,
                               shown_path(options.file), name));
}

/// A slot, and why it is asked for.
struct Asked {
  std::int64_t slot;
  std::string reason;
};

/// That in which the job started first, or else was submitted.
Asked slot_of(std::string const& file, explain::Question const& question, std::string const& policy,
              StoredSetup::Run const& run) {
  if (question.slot) return {*question.slot, ""};
  auto const job = record::read_job(file, policy, run, *question.user, *question.job);
  if (!job)
    throw InputError(fmt::format("--job {}: {} has no such job of user {}", *question.job,
                                 shown_path(file), *question.user));
  std::string const name = fmt::format("job {} of user {}", job->job, job->user);
  if (job->first_start)
    return {*job->first_start,
            fmt::format("{} started first in slot {}\n", name, *job->first_start)};
  return {job->submit,
          fmt::format("{} never started; it was submitted in slot {}\n", name, job->submit)};
}

explain::Question question_of_results(ExplainOptions const& options) {
  explain::Question const question = question_of(options);
  bool const by_job = question.user && question.job && !question.slot;
  if (!by_job && (!question.slot || question.job))
    throw InputError(fmt::format("{}: explain needs --slot, or --user and --job instead of it",
                                 shown_path(options.file)));
  return question;
}

ExitCode explain_run(ExplainOptions const& options) {
  explain::Question const question = question_of_results(options);
  StoredSetup const setup = record::read_setup(options.file);
  StoredSetup::Run const run = run_of(options, setup);
  std::string const& name = setup.policies[static_cast<std::size_t>(run.policy)];
  Source source(options.file, setup);
  auto const problem = source.problem(run.point, run.sample);
  require_known(question, *problem);
  Asked const asked = slot_of(options.file, question, name, run);
  Watched watched =
      explain::look(question, asked.slot, source.recording(), problem,
                    source.policy(name, run.sample), fmt::format("the run of {}", name));
  source.require_same(run, *problem, watched.run);
  if (!options.json) fmt::print("{}", asked.reason);
  print(options, {name, asked.slot, std::move(*watched.slot), question}, *problem);
  return ExitCode::ok;
}

}  // namespace

ExitCode explain_problem(ExplainOptions const& options) {
  explain::Question const question = question_of(options);
  std::string const file = shown_path(options.file);
  if (options.point >= 0 || options.sample >= 0 || question.job)
    throw InputError(fmt::format("{}: --point, --sample and --job are for results", file));
  if (!question.slot) throw InputError(fmt::format("{}: explain needs --slot", file));
  problem::Plan const plan = problem::read_plan(options.file, {options.policy});
  require_known(question, *plan.problem);
  outlive_readers();
  watch_for_interrupt();
  Runtime const runtime(1);
  Watched watched =
      explain::look(question, *question.slot, std::nullopt, plan.problem, plan.policies.front(),
                    fmt::format("the run of {}", plan.names.front()));
  print(options, {plan.names.front(), *question.slot, std::move(*watched.slot), question},
        *plan.problem);
  return ExitCode::ok;
}

ExitCode explain_results(ExplainOptions const& options) {
  outlive_readers();
  watch_for_interrupt();
  Runtime const runtime(1);
  return explain_run(options);
}

}  // namespace fairslot::cli
