#include "host/cli/audit_results.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <tuple>

#include "host/audit/auditor.hpp"
#include "host/cli/again.hpp"
#include "host/interrupt.hpp"
#include "host/plain_file.hpp"
#include "host/record/audit_tables.hpp"
#include "host/record/leftovers.hpp"
#include "host/record/sink_file.hpp"
#include "host/record/stored_result.hpp"
#include "host/sha256.hpp"
#include "host/talk.hpp"
#include "host/version.hpp"

namespace fairslot::cli {
namespace {

using audit::Verdict;
using record::StoredSetup;

std::vector<std::string> policies_of(AuditOptions const& options, StoredSetup const& setup) {
  if (options.policies.empty()) return setup.policies;
  std::vector<std::string> names;
  for (std::string const& text : options.policies) {
    std::string const name = canonical_name(parse_policy(text));
    if (std::ranges::count(names, name))
      throw InputError(fmt::format("--policy {}: {} is given twice", shown(text), name));
    if (!std::ranges::count(setup.policies, name))
      throw InputError(fmt::format("--policy {}: {} has no runs of it (allowed: {})", shown(text),
                                   shown_path(options.file), fmt::join(setup.policies, ", ")));
    names.push_back(name);
  }
  return names;
}

/// The runs that are asked for: samples of a point side by side.
std::vector<StoredSetup::Run> runs_of(AuditOptions const& options, StoredSetup const& setup,
                                      std::vector<std::string> const& policies) {
  auto const require = [&](char const* option, int asked, auto const& of_run) {
    if (asked < 0 || std::ranges::count(setup.runs, asked, of_run) > 0) return;
    throw InputError(
        fmt::format("{} {}: {} has no such runs", option, asked, shown_path(options.file)));
  };
  require("--point", options.point, [](auto const& run) { return run.point; });
  require("--sample", options.sample, [](auto const& run) { return run.sample; });
  std::vector<StoredSetup::Run> runs;
  for (StoredSetup::Run const& run : setup.runs)
    if ((options.point < 0 || run.point == options.point) &&
        (options.sample < 0 || run.sample == options.sample) &&
        std::ranges::count(policies, setup.policies[static_cast<std::size_t>(run.policy)]))
      runs.push_back(run);
  if (runs.empty())
    throw InputError(fmt::format("{}: there is no such run", shown_path(options.file)));
  std::ranges::stable_sort(
      runs, {}, [](auto const& run) { return std::tuple(run.point, run.sample, run.policy); });
  return runs;
}

record::ResultHeader header_of(AuditOptions const& options, StoredSetup const& setup,
                               Source const& source, std::vector<std::string> const& audits) {
  record::ResultHeader header;
  header.name = setup.name;
  header.text = setup.text;
  header.hash =
      sha256(fmt::format("{}\n{}\n{}", setup.text, fmt::join(audits, ","), options.liars));
  header.samples = setup.samples;
  header.points = source.points();
  header.resources = setup.resources;
  header.version = code_version(), header.commit = code_commit();
  header.device = Runtime::device(), header.threads = Runtime::threads();
  return header;
}

std::string output_of(AuditOptions const& options) {
  std::string out = options.out;
  if (out.empty())
    out = std::filesystem::path(options.file).replace_extension(".audit.h5").string();
  require_plain_file("--out", out, options.file);
  for (std::string const& line : record::clear_leftovers(out)) talk(line + "\n");
  if (std::filesystem::exists(out) && !options.force)
    throw InputError(
        fmt::format("{}: exists (allowed: another name by --out, or --force)", shown_path(out)));
  return out;
}

/// All runs again, in the order of `runs`.
std::vector<Verdict> judge(AuditOptions const& options, StoredSetup const& setup, Source& source,
                           std::vector<StoredSetup::Run> const& runs,
                           std::vector<std::string> const& audits) {
  audit::Auditor auditor(audits, {.check = stop_if_interrupted});
  std::vector<Verdict> verdicts(runs.size());
  std::map<std::uint64_t, std::shared_ptr<Problem const>> problems;
  for (std::size_t next = 0; next < runs.size() || !auditor.idle();) {
    stop_if_interrupted();
    for (; next < runs.size() && auditor.has_room(); ++next) {
      StoredSetup::Run const& run = runs[next];
      problems[next] = source.problem(run.point, run.sample);
      std::string const& name = setup.policies[static_cast<std::size_t>(run.policy)];
      auditor.add(next, {problems[next], source.policy(name, run.sample), options.liars,
                         source.recording()});
    }
    for (audit::Audited& audited : auditor.advance()) {
      StoredSetup::Run const& run = runs[audited.id];
      std::string const& name = setup.policies[static_cast<std::size_t>(run.policy)];
      source.require_same(run, *problems.at(audited.id), audited.run);
      problems.erase(audited.id);
      verdicts[audited.id] = {name, std::move(audited.findings), run.point, run.sample};
    }
  }
  return verdicts;
}

}  // namespace

std::vector<Verdict> audit_results(AuditOptions const& options,
                                   std::vector<std::string> const& audits) {
  StoredSetup const setup = record::read_setup(options.file);
  auto const policies = policies_of(options, setup);
  auto const runs = runs_of(options, setup, policies);
  std::string const out = output_of(options);
  Source source(options.file, setup);
  // Made before anything runs: who writes this name meanwhile is not replaced.
  record::SinkFile file(out, header_of(options, setup, source, audits),
                        record::audit_sink(policies, audits));
  auto verdicts = judge(options, setup, source, runs, audits);
  for (Verdict const& verdict : verdicts) {
    auto const group = std::ranges::find(policies, verdict.policy) - policies.begin();
    file.put(static_cast<std::size_t>(group),
             record::audit_rows(*verdict.point, *verdict.sample, verdict.findings));
  }
  auto const published = file.finish();
  if (!options.quiet) talk(fmt::format("results: {}\n", shown_path(published.path)));
  return verdicts;
}

}  // namespace fairslot::cli
