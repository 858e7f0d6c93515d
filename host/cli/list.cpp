#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <variant>

#include "host/audit/audits.hpp"
#include "host/cli/commands.hpp"
#include "host/distributions/distribution.hpp"
#include "host/pool/fit.hpp"
#include "host/pool/solver.hpp"
#include "host/scenario/scenario.hpp"
#include "host/stages/scenario.hpp"
#include "host/traces/format.hpp"
#include "kernels/simulation.hpp"
#include "kernels/suggest.hpp"

namespace fairslot::cli {
namespace {

using json = nlohmann::ordered_json;

void list_policies() {
  fmt::print(
      "policies (NAME[:option=value,...]; the first value of an option is its default; "
      "docs/policies.md)\n"
      "properties: SI sharing incentive, PO Pareto optimality, EF envy-freeness (EF1: but for one "
      "task), SP strategy-proofness, IC incentive compatibility\n");
  for (PolicyInfo const& policy : policies()) {
    fmt::print("  {:<11} lowest first: {}\n", policy.name, policy.lowest);
    fmt::print("    source: {}\n    remembers: {}\n    claimed: {}\n", policy.source,
               policy.remembers, policy.claims);
    for (OptionInfo const& option : policy.options)
      fmt::print("    {} = {}: {}\n", option.name, allowed_values(option), option.summary);
  }
}

/// An option's values and default, by their kind.
struct ValuesAsJson {
  json& to;

  void operator()(option::Names const& range) const {
    to["type"] = "name";
    to["values"] = std::vector<std::string>(range.names.begin(), range.names.end());
    to["default"] = range.names.front();
  }
  void operator()(option::Integers const& range) const {
    set("integer", range.least, range.most, range.standard);
  }
  /// Up to K - 1.
  void operator()(option::ResourceIndex const& range) const {
    set("resource", 0, nullptr, range.standard);
  }
  void operator()(option::Reals const& range) const {
    set("number", range.least, range.most, range.standard);
    to["below_most"] = range.open;
  }
  void operator()(option::Seed const&) const {
    set("integer", 0, std::numeric_limits<std::uint64_t>::max(), 0);
  }

 private:
  void set(char const* type, json least, json most, json standard) const {
    to["type"] = type;
    to["least"] = std::move(least);
    to["most"] = std::move(most);
    to["default"] = std::move(standard);
  }
};

json as_json(std::span<OptionInfo const> options) {
  json all = json::array();
  for (OptionInfo const& option : options) {
    json one = {{"name", option.name}, {"summary", option.summary}};
    std::visit(ValuesAsJson{one}, option.range);
    all.push_back(std::move(one));
  }
  return all;
}

json policies_as_json() {
  json all = json::array();
  for (PolicyInfo const& policy : policies())
    all.push_back({{"name", policy.name},
                   {"lowest", policy.lowest},
                   {"source", policy.source},
                   {"remembers", policy.remembers},
                   {"claims", policy.claims},
                   {"options", as_json(policy.options)}});
  return {{"policies", std::move(all)}};
}

json mechanisms_as_json() {
  json all = json::array();
  for (pool::MechanismInfo const& mechanism : pool::mechanism_infos())
    all.push_back({{"name", mechanism.name},
                   {"summary", mechanism.summary},
                   {"source", mechanism.source},
                   {"needs", pool::needs_of(mechanism.takes)},
                   {"takes", pool::taken_by(mechanism.takes)},
                   {"claims", mechanism.claims},
                   {"options", as_json(mechanism.options)}});
  return {{"mechanisms", std::move(all)}};
}

void list_mechanisms() {
  fmt::print(
      "mechanisms (fairslot solve NAME[:option=value,...] FILE; the first value of an option is "
      "its default; docs/pools.md)\n");
  for (pool::MechanismInfo const& mechanism : pool::mechanism_infos()) {
    fmt::print("  {:<11} {}\n", mechanism.name, mechanism.summary);
    auto const takes = pool::taken_by(mechanism.takes);
    fmt::print("    source: {}\n    needs: {}{}{}\n    claimed: {}\n", mechanism.source,
               fmt::join(pool::needs_of(mechanism.takes), ", "), takes.empty() ? "" : "; takes ",
               fmt::join(takes, ", "), mechanism.claims);
    for (OptionInfo const& option : mechanism.options)
      fmt::print("    {} = {}: {}\n", option.name, allowed_values(option), option.summary);
  }
}

json importers_as_json() {
  json all = json::array();
  for (traces::Format const& format : traces::all_formats()) {
    json settings = json::array();
    for (traces::Setting const& setting : format.settings)
      settings.push_back(
          {{"name", setting.name}, {"default", setting.standard}, {"summary", setting.doc}});
    all.push_back({{"name", format.name},
                   {"inputs", format.inputs},
                   {"resources", format.resources},
                   {"user", format.user},
                   {"job", format.job},
                   {"settings", std::move(settings)}});
  }
  return {{"importers", std::move(all)}};
}

void list_importers() {
  fmt::print("importers (fairslot import NAME INPUT... --out TRACE.h5; docs/traces.md)\n");
  for (traces::Format const& format : traces::all_formats()) {
    fmt::print("  {:<11} {}; a task's {}; a user: {}; a job: {}\n", format.name, format.inputs,
               format.resources, format.user, format.job);
    for (traces::Setting const& setting : format.settings)
      fmt::print("    {} = {}: {}\n", setting.name, setting.standard, setting.doc);
  }
}

void list_engines() {
  fmt::print("engines (--engine; never changes a result)\n");
  for (EngineInfo const& info : engine_infos())
    fmt::print("  {:<11} {}\n", info.name, info.summary);
}

void list_audits() {
  fmt::print("audits (fairslot audit --audit NAME; * made where none is named; docs/audits.md)\n");
  for (audit::Info const& info : audit::infos())
    fmt::print("  {:<11}{} {}{}\n", info.name, info.is_standard ? "*" : " ", info.summary,
               info.other.empty() ? "" : fmt::format("; other: {}", info.other));
}

void print_keys(std::vector<scenario::KeyInfo> const& keys) {
  for (scenario::KeyInfo const& key : keys) {
    std::string facts = key.type;
    if (!key.unit.empty()) facts += fmt::format(", in {}", key.unit);
    if (!key.allowed.empty()) facts += fmt::format("; {}", key.allowed);
    if (!key.standard.empty()) facts += fmt::format("; default: {}", key.standard);
    fmt::print("  {} ({})\n      {}\n", key.key, facts, key.doc);
  }
}

void list_keys() {
  fmt::print("keys of a scenario (scenarios/README.md)\n");
  print_keys(scenario::keys());
}

void list_stages() {
  fmt::print("keys of a scenario of stages (scenarios/README.md)\n");
  print_keys(stages::keys());
}

void list_clusters() {
  fmt::print(
      "clusters (cluster = \"NAME\")\n"
      "  table3     the 100 servers of Table 3 of Li and Wang 2024: 3150 cores, 12120 GB\n"
      "  trace      the nodes of the trace file that workload.trace names\n");
}

void list_workloads() {
  fmt::print(
      "workloads (workload.kind)\n"
      "  alibaba    jobs drawn from the counts of Alibaba's trace of 2018\n"
      "  inline     the jobs of the scenario's [[users]]\n"
      "  synthetic  jobs drawn from named distributions\n"
      "  trace      the jobs of a trace file, which fairslot import writes\n");
}

void list_distributions() {
  fmt::print("distributions (NAME[:option=value,...]; scenarios/README.md)\n");
  for (distributions::LawInfo const& law : distributions::laws()) {
    fmt::print("  {:<11} {}\n", law.name, law.summary);
    for (OptionInfo const& option : law.options)
      fmt::print("    {} = {}: {}\n", option.name, allowed_values(option), option.summary);
  }
}

json as_json_of(std::string const& what) {
  if (what == "policies") return policies_as_json();
  if (what == "mechanisms") return mechanisms_as_json();
  if (what == "importers") return importers_as_json();
  throw InputError(
      "list: --json is for policies, mechanisms and importers (fairslot list policies --json)");
}

struct Topic {
  std::string_view name;
  void (*print)();
};
constexpr std::array<Topic, 10> topics = {{{"policies", list_policies},
                                           {"mechanisms", list_mechanisms},
                                           {"engines", list_engines},
                                           {"importers", list_importers},
                                           {"audits", list_audits},
                                           {"keys", list_keys},
                                           {"stages", list_stages},
                                           {"clusters", list_clusters},
                                           {"workloads", list_workloads},
                                           {"distributions", list_distributions}}};

}  // namespace

ExitCode list_things(std::string const& what, bool markdown, bool as_json) {
  std::vector<std::string> names;
  for (Topic const& topic : topics) names.emplace_back(topic.name);
  if (!what.empty() && !std::ranges::count(names, what)) {
    std::string const nearest = nearest_name(what, names);
    throw InputError(fmt::format("list: \"{}\" is not allowed (allowed: {}){}", shown(what),
                                 fmt::join(names, ", "),
                                 nearest.empty() ? "" : "; did you mean " + nearest + "?"));
  }
  bool const is_table = what == "keys" || what == "stages" || what == "distributions";
  if (markdown && !is_table)
    throw InputError(
        "list: --markdown is for keys, stages and distributions (fairslot list keys --markdown)");
  if (as_json)
    fmt::print("{}\n", as_json_of(what).dump(1));
  else if (markdown)
    fmt::print("{}", what == "keys"     ? scenario::keys_markdown()
                     : what == "stages" ? stages::keys_markdown()
                                        : distributions::laws_markdown());
  else
    for (Topic const& topic : topics)
      if (what.empty() || what == topic.name) topic.print();
  return ExitCode::ok;
}

}  // namespace fairslot::cli
