// From a document to a Scenario.
#include "host/scenario/build.hpp"
#include "host/scenario/reader.hpp"

namespace fairslot::scenario {
namespace {

/// The text at [table] key; empty: there is none such.
std::string text_at(Table const& root, std::string_view table, std::string_view key) {
  Entry const* const outer = root.find(table);
  auto const* const inside = outer ? std::get_if<Table>(&outer->value.data) : nullptr;
  Entry const* const entry = inside ? inside->find(key) : nullptr;
  auto const* const text = entry ? std::get_if<std::string>(&entry->value.data) : nullptr;
  return text ? *text : "";
}

// What is there decides what kind of thing it is.
void choose_kinds(Table& root, Scenario& scenario) {
  if (text_at(root, "workload", "kind") == "trace") {
    scenario.cluster.name = Scenario::ClusterName::trace;
    scenario.samples = 1;  // nothing is drawn, unless a key says so
  }
  if (Entry const* const cluster = root.find("cluster")) {
    if (std::holds_alternative<std::string>(cluster->value.data))
      root.change("cluster")->value = named(cluster->value);
    auto const* const table = std::get_if<Table>(&root.find("cluster")->value.data);
    if (table && table->find("groups")) scenario.cluster.name = Scenario::ClusterName::groups;
  }
  if (!root.find("users")) return;
  scenario.workload.kind = Scenario::Kind::inline_jobs;
  scenario.samples = 1;  // nothing is drawn: all would be the same
}

Scenario read_scenario(Value root, std::string const& name, Known const& known, Known* learnt) {
  Scenario scenario;
  scenario.name = name;
  if (auto* const table = std::get_if<Table>(&root.data)) choose_kinds(*table, scenario);
  Reader reader(root, "", known, learnt);
  describe(reader, scenario);
  scenario.workload.written = Written(root);
  reader.finish();
  check(scenario, root);
  return scenario;
}

}  // namespace

Scenario Builder::learn(Value const& root) { return read_scenario(root, name_, Known(), &known_); }
Scenario Builder::build(Value root) const {
  return read_scenario(std::move(root), name_, known_, nullptr);
}

}  // namespace fairslot::scenario
