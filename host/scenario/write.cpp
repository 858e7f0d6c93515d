// From a Scenario to TOML, and what names it.
#include <fmt/format.h>

#include <algorithm>

#include "host/scenario/writer.hpp"
#include "host/sha256.hpp"

namespace fairslot::scenario {
std::string to_toml(Scenario const& scenario) {
  Scenario copy = scenario;  // a visitor takes fields it might change
  Writer writer;
  describe(writer, copy);
  return std::move(writer).text();
}

std::string hash_of(Scenario const& scenario, data::embedded::Hashes const& data) {
  auto const swept = [&](std::string_view key) {
    return std::ranges::count(scenario.sweep, key, &Scenario::Sweep::key) > 0;
  };
  std::string text = to_toml(scenario);
  if (scenario.workload.kind == Scenario::Kind::alibaba || swept("workload.kind"))
    text += fmt::format("# trace {}\n", data.trace);
  if (scenario.cluster.name == Scenario::ClusterName::table3 || swept("cluster.name"))
    text += fmt::format("# table3 {}\n", data.table3);
  for (std::string const& hash : scenario.trace_hashes)
    text += fmt::format("# trace file {}\n", hash);
  return sha256(text);
}

}  // namespace fairslot::scenario
