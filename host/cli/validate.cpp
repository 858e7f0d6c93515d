#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <stdexcept>

#include "host/audit/audits.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/run_stages.hpp"
#include "host/forecast/forecast.hpp"
#include "host/interrupt.hpp"
#include "host/memory.hpp"
#include "host/number_of.hpp"
#include "host/problem/problem_json.hpp"
#include "host/progress.hpp"
#include "host/stages/forecast.hpp"
#include "host/sweep/probe.hpp"
#include "host/talk.hpp"
#include "host/traces/trace.hpp"
#include "host/workload/replayed_jobs.hpp"
#include "host/workload/synthetic_facts.hpp"
#include "host/workload/workload.hpp"
#include "kernels/environment.hpp"
#include "kernels/policy_spec.hpp"

namespace fairslot::cli {
namespace {

using forecast::Forecast;

/// What the first sample asks of the cluster; empty where that is written out, or the same always.
std::string drawn_text(scenario::Scenario const& s) {
  if (s.workload.kind == scenario::Scenario::Kind::synthetic)
    return workload::drawn_load_text(s, 0);
  if (!s.workload.is_trace()) return "";
  auto const facts = workload::replay_facts(s);
  std::string const load = workload::load_text(s, facts.load);
  return fmt::format("{}, {}, {}, {}", number_of(facts.jobs, "job", "jobs"),
                     number_of(facts.users, "user", "users"),
                     number_of(facts.tasks, "task", "tasks"),
                     s.workload.departures ? load : load + ", for ever");
}

/// What the audits of the first sample's first run need besides it; empty: no audits.
std::string audits_text(scenario::Scenario const& s) {
  if (s.audit.empty()) return "";
  audit::Subject subject{workload::make_problem(s, 0), parse_policy(s.policies.front())};
  if (s.audit_users) subject.liars = *s.audit_users;
  std::vector<std::string> parts;
  for (std::string const& name : s.audit)
    parts.push_back(fmt::format(
        "{} {}", name,
        number_of(audit::make_audit(name)->variants(subject).size(), "more run", "more runs")));
  return fmt::format(", audits of a run: {}", fmt::join(parts, ", "));
}

/// How long plans take, by running a part of each.
class Prober {
 public:
  explicit Prober(ValidateOptions const& options) : options_(options) {}

  /// What is to be said of it; empty: it is not asked for.
  std::string text(sweep::Plan const& plan, int resident) {
    if (options_.no_time) return "";
    if (!runtime_) runtime_.emplace(options_.threads), watch_for_interrupt();
    try {
      double const seconds =
          sweep::foretell_seconds(plan, {.resident = resident}, {.stop = interrupted});
      // The next forecast is not of what this took.
      if (!reset_peak_memory()) give_back_memory();
      return fmt::format(", about {} on {}", shown_duration(seconds),
                         number_of(Runtime::threads(), "thread", "threads"));
    } catch (sweep::Stopped const&) {
      throw Interrupted();
    } catch (std::runtime_error const& error) {
      return fmt::format(", time not known ({})", error.what());
    }
  }

 private:
  ValidateOptions const& options_;
  std::optional<Runtime> runtime_;
};

std::string scenario_line(std::string const& file, ValidateOptions const& options, Prober& prober) {
  if (!options.policies.empty()) require_set_once(options.sets, "--policy", "policies");
  sweep::Plan const plan =
      sweep::read_plan(file, {.sets = options.sets, .policies = options.policies});
  Forecast const e =
      forecast::foretell(plan.scenario, plan.points, {.threads = threads_for(options.threads)});
  forecast::require_room(shown_path(file), e, {.results = plan.out, .picks = ""}, options.force);
  scenario::Scenario const& first = plan.points.front().scenario;
  std::string const drawn = drawn_text(first);
  std::string const load =
      drawn.empty() ? ""
                    : fmt::format(" ({}{})", plan.points.size() > 1 ? "first point: " : "", drawn);
  std::string const tasks = forecast::rounded(e.tasks);
  std::string const line = fmt::format(
      "{}: ok: {} x {} x {}, {} {} expected{}{}, about {}B of memory and a file of about {}B",
      shown_path(file), number_of(plan.points.size(), "point", "points"),
      number_of(plan.scenario.policies.size(), "policy", "policies"),
      number_of(plan.scenario.samples, "sample", "samples"), tasks, tasks == "1" ? "task" : "tasks",
      load, audits_text(first), forecast::rounded(forecast::peak_bytes(e)),
      forecast::rounded(forecast::total(e.disk)));
  return line + prober.text(plan, e.resident);
}

/// Without --policy as under one, with results and picks.
std::string problem_line(std::string const& file, ValidateOptions const& options) {
  problem::File const read = problem::read_problem(file);
  Problem const& problem = read.problem;
  give_back_memory();
  forecast::ProblemSetup setup;
  setup.machine.threads = threads_for(options.threads);
  for (std::string const& policy : options.policies) setup.policies.push_back(parse_policy(policy));
  problem::require_policies(file, setup.policies, read);
  if (setup.policies.empty()) setup.policies.push_back(parse_policy("tvtsf"));
  Forecast const alone = forecast::foretell(problem, read.text, setup);
  forecast::require_room(shown_path(file), alone, {}, false);
  setup.out = true, setup.picks = setup.policies.size() == 1;  // which takes one policy
  Forecast const recorded = forecast::foretell(problem, read.text, setup);
  return fmt::format(
      "{}: ok: {}, {}, {}, {}, {}, about {}B of memory ({}B with --out{}, {} of about {}B{})",
      shown_path(file), number_of(problem.servers, "server", "servers"),
      number_of(problem.users(), "user", "users"), number_of(problem.entries(), "job", "jobs"),
      number_of(problem.total_tasks(), "task", "tasks"),
      problem.horizon > 0 ? fmt::format("{} slots", problem.horizon) : std::string("until drained"),
      forecast::rounded(forecast::peak_bytes(alone)),
      forecast::rounded(forecast::peak_bytes(recorded)), setup.picks ? " and --picks" : "",
      setup.picks ? "files" : "a file", forecast::rounded(forecast::total(recorded.disk)),
      setup.picks ? fmt::format(" and {}B", forecast::rounded(forecast::total(recorded.picks_csv)))
                  : "");
}

std::string stages_line(std::string const& file, ValidateOptions const& options) {
  RunOptions as_run;
  as_run.sets = options.sets, as_run.policies = options.policies;
  auto const read = read_stages(as_run, file);
  auto const [e, jobs, tasks] = stages::foretell(read, threads_for(options.threads));
  forecast::require_room(shown_path(file), e,
                         {.results = "results/" + read.scenario.name + ".h5", .picks = ""},
                         options.force);
  return fmt::format(
      "{}: ok: stages, {} x {} x {}, {} tasks expected ({}: {}, {}), about {}B of memory and a "
      "file of about {}B",
      shown_path(file), number_of(read.points.size(), "point", "points"),
      number_of(read.scenario.schedulers.size(), "scheduler", "schedulers"),
      number_of(read.scenario.samples, "sample", "samples"), forecast::rounded(e.tasks),
      read.points.size() > 1 ? "first point" : "a sample", number_of(jobs, "job", "jobs"),
      number_of(tasks, "task", "tasks"), forecast::rounded(forecast::peak_bytes(e)),
      forecast::rounded(forecast::total(e.disk)));
}

std::string trace_line(std::string const& file) {
  auto const trace = traces::read_trace(file);
  auto const unknown = std::ranges::count(trace->duration_ms, -1);
  return fmt::format(
      "{}: ok: {}, {}, {}, {}{}, hash {}", shown_path(file),
      number_of(trace->weight.size(), "user", "users"), number_of(trace->jobs(), "job", "jobs"),
      number_of(trace->nodes(), "node", "nodes"), fmt::join(trace->resources, ", "),
      unknown ? fmt::format(", {} without a duration", number_of(unknown, "job", "jobs")) : "",
      trace->hash.substr(0, 16));
}

std::string line_of(std::string const& file, ValidateOptions const& options, Prober& prober) {
  if (is_trace(file)) return trace_line(file);
  require_known_kind(file);
  if (stages::is_stages(file)) return stages_line(file, options);
  if (is_problem(file) && !options.sets.empty())
    throw InputError(fmt::format("{}: --set and --samples are for scenarios", shown_path(file)));
  return is_problem(file) ? problem_line(file, options) : scenario_line(file, options, prober);
}

}  // namespace

ExitCode validate_files(ValidateOptions const& given) {
  ValidateOptions options = given;
  if (!given.samples.empty()) {
    require_set_once(given.sets, "--samples", "samples");
    options.sets.push_back("samples=" + given.samples);
  }
  ExitCode code = ExitCode::ok;
  Prober prober(options);
  for (std::string const& file : options.files) {
    try {
      fmt::print("{}\n", line_of(file, options, prober));
    } catch (InputError const& error) {
      std::fflush(stdout);
      talk(fmt::format("fairslot: {}\n", error.what()));
      code = ExitCode::bad_input;
    }
  }
  return code;
}

}  // namespace fairslot::cli
