#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "host/cli/commands.hpp"
#include "host/scenario/scenario.hpp"
#include "kernels/simulation.hpp"
#include "kernels/suggest.hpp"

namespace fairslot::cli {
namespace {

void list_policies() {
  fmt::print("policies (NAME[:option=value,...]; the first value of an option is its default)\n");
  for (PolicyInfo const& policy : policies()) {
    fmt::print("  {:<11} {} [{}]\n", policy.name, policy.summary, policy.source);
    for (OptionInfo const& option : policy.options)
      fmt::print("    {} = {}: {}\n", option.name, allowed_values(option), option.summary);
  }
}

void list_engines() {
  fmt::print("engines (--engine; never changes a result)\n");
  for (EngineInfo const& info : engine_infos())
    fmt::print("  {:<11} {}\n", info.name, info.summary);
}

void list_keys() {
  fmt::print("keys of a scenario (scenarios/README.md)\n");
  for (scenario::KeyInfo const& key : scenario::keys()) {
    std::string facts = key.type;
    if (!key.unit.empty()) facts += fmt::format(", in {}", key.unit);
    if (!key.allowed.empty()) facts += fmt::format("; {}", key.allowed);
    if (!key.standard.empty()) facts += fmt::format("; default: {}", key.standard);
    fmt::print("  {} ({})\n      {}\n", key.key, facts, key.doc);
  }
}

void list_clusters() {
  fmt::print(
      "clusters (cluster = \"NAME\")\n"
      "  table3     the 100 servers of Table 3 of Li and Wang 2024: 3150 cores, 12120 GB\n");
}

void list_workloads() {
  fmt::print(
      "workloads (workload.kind)\n"
      "  alibaba    jobs drawn from the counts of Alibaba's trace of 2018\n"
      "  inline     the jobs of the scenario's [[users]]\n");
}

struct Topic {
  std::string_view name;
  void (*print)();
};
constexpr std::array<Topic, 5> topics = {{{"policies", list_policies},
                                          {"engines", list_engines},
                                          {"keys", list_keys},
                                          {"clusters", list_clusters},
                                          {"workloads", list_workloads}}};

}  // namespace

ExitCode list_things(std::string const& what, bool markdown) {
  std::vector<std::string> names;
  for (Topic const& topic : topics) names.emplace_back(topic.name);
  if (!what.empty() && !std::ranges::count(names, what)) {
    std::string const nearest = nearest_name(what, names);
    throw InputError(fmt::format("list: \"{}\" is not allowed (allowed: {}){}", shown(what),
                                 fmt::join(names, ", "),
                                 nearest.empty() ? "" : "; did you mean " + nearest + "?"));
  }
  if (markdown && what != "keys")
    throw InputError("list: --markdown is for keys (fairslot list keys --markdown)");
  if (markdown)
    fmt::print("{}", scenario::keys_markdown());
  else
    for (Topic const& topic : topics)
      if (what.empty() || what == topic.name) topic.print();
  return ExitCode::ok;
}

}  // namespace fairslot::cli
