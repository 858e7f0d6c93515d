#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "host/audit/auditor.hpp"
#include "host/audit/audits.hpp"
#include "host/audit/output.hpp"
#include "host/cli/again.hpp"
#include "host/cli/audit_results.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/run_problem.hpp"
#include "host/interrupt.hpp"
#include "host/problem/plan.hpp"
#include "host/talk.hpp"

namespace fairslot::cli {
namespace {

using audit::Verdict;

std::vector<std::string> audits_of(AuditOptions const& options) {
  if (options.audits.empty()) return audit::standard_audits();
  for (auto at = options.audits.begin(); at != options.audits.end(); ++at) {
    audit::require_audit("--audit", *at);
    if (std::find(options.audits.begin(), at, *at) != at)
      throw InputError(fmt::format("--audit {}: is given twice", *at));
  }
  return options.audits;
}

std::vector<Verdict> audit_problem(AuditOptions const& options,
                                   std::vector<std::string> const& audits) {
  problem::Plan const plan = problem::read_plan(options.file, options.policies);
  audit::Auditor auditor(audits, {.check = stop_if_interrupted});
  for (std::size_t i = 0; i < plan.policies.size(); ++i)
    auditor.add(i, {plan.problem, plan.policies[i], options.liars});
  std::vector<Verdict> verdicts(plan.policies.size());
  while (!auditor.idle()) {
    stop_if_interrupted();
    for (audit::Audited& audited : auditor.advance())
      verdicts[audited.id] = {plan.names[audited.id], std::move(audited.findings)};
  }
  return verdicts;
}

void check_problem(AuditOptions const& options) {
  if (options.policies.empty())
    throw InputError(fmt::format("{}: a problem needs --policy (fairslot list policies)",
                                 shown_path(options.file)));
  if (options.point >= 0 || options.sample >= 0 || !options.out.empty())
    throw InputError(
        fmt::format("{}: --point, --sample and --out are for results", shown_path(options.file)));
}

/// nullopt: results that are not what running them again gives.
std::optional<std::vector<Verdict>> judged(AuditOptions const& options,
                                           std::vector<std::string> const& audits,
                                           bool of_problem) try {
  return of_problem ? audit_problem(options, audits) : audit_results(options, audits);
} catch (NotAgain const& other) {
  talk("fairslot: " + other.line + "\n");
  return std::nullopt;
}

}  // namespace

ExitCode audit_file(AuditOptions const& options) {
  auto const audits = audits_of(options);
  if (is_scenario(options.file))
    throw InputError(
        fmt::format("{}: a scenario (allowed: a problem, .json, or what run wrote, .h5)",
                    shown_path(options.file)));
  bool const of_problem = is_problem(options.file);
  if (of_problem) check_problem(options);
  outlive_readers();
  watch_for_interrupt();
  Runtime const runtime(options.threads);
  auto const verdicts = judged(options, audits, of_problem);
  if (!verdicts) return ExitCode::not_deterministic;
  std::fputs((options.json ? audit::to_json(*verdicts) : audit::to_table(*verdicts)).c_str(),
             stdout);
  std::fflush(stdout);
  return ExitCode::ok;
}

}  // namespace fairslot::cli
