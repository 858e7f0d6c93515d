// From a document to a scenario of stages, its points and back.
#include <fmt/format.h>

#include "host/input_file.hpp"
#include "host/scenario/axes.hpp"
#include "host/scenario/collector.hpp"
#include "host/scenario/reader.hpp"
#include "host/scenario/writer.hpp"
#include "host/sha256.hpp"
#include "host/stages/check.hpp"
#include "host/stages/compared.hpp"
#include "host/stages/json_document.hpp"
#include "host/stages/published.hpp"
#include "host/stages/rules.hpp"
#include "host/stages/scenario.hpp"
#include "host/stages/swim.hpp"

namespace fairslot::stages {
namespace {

using scenario::KnownList;
using scenario::Value;

using Known =
    std::tuple<KnownList<Scenario::Worker>, KnownList<Scenario::Family>,
               KnownList<Scenario::JobTasks>, KnownList<Scenario::Job>, KnownList<Scenario::Load>,
               KnownList<Scenario::Sweep>, KnownList<Scenario::Compare>>;

bool is_json(std::string const& path) { return path.ends_with(".json"); }

Value read_document(std::string const& path) {
  if (!is_json(path)) return scenario::read_toml(path);
  constexpr std::size_t most = std::size_t{1} << 30;
  return parse_json(read_input(path, most), path);
}

Scenario build(Value const& root, std::string const& name, Known const& known, Known* learnt) {
  Scenario scenario;
  scenario.name = name;
  auto const* const table = std::get_if<scenario::Table>(&root.data);
  auto const* const jobs = table ? table->find("jobs") : nullptr;
  if (jobs) {
    scenario.samples = 1;
    scenario.jobs.change().emplace_back();  // until they are read: they are not drawn
  }
  scenario::Reader reader(root, "", known, learnt);
  describe(reader, scenario);
  reader.finish();
  if (jobs && scenario.is_drawn())
    scenario::fail(jobs->value.place, "jobs",
                   "an empty list (allowed: at least one job; without the key they are drawn)");
  check(scenario, root);
  return scenario;
}

Scenario build_point(Value const& document, std::string const& name, Known const& known,
                     scenario::SetValues const& set) try {
  return build(document, name, known, nullptr);
} catch (scenario::KeyError const& error) {
  std::string swept;
  for (auto const& [key, value] : set) {
    if (error.key == key) throw;
    swept += fmt::format("{}{} = {}", swept.empty() ? "" : ", ", shown(key), shown(value));
  }
  throw InputError(fmt::format("{} (swept: {})", error.what(), swept));
}

ScenarioFile points_of(Value const& root, std::string const& name) {
  Known known;
  ScenarioFile file{build(root, name, Known(), &known), {}, {}, root};
  auto const meaning = [](std::string_view, Value const& value) {
    return scenario::toml_text(value);
  };
  scenario::for_each_point(root, meaning, [&](scenario::SetValues set, Value const& document) {
    auto scenario = build_point(document, file.scenario.name, known, set);
    file.points.push_back({std::move(set), std::move(scenario)});
  });
  return file;
}

/// None where the document is wrong.
std::vector<SweptScenario> points_if_good(Value const& root, std::string const& name) try {
  return points_of(root, name).points;
} catch (InputError const&) {
  return {};
}

ScenarioFile read_file(Value root, std::string const& source,
                       std::vector<std::string> const& sets) {
  Value original = root;  // but for what may differ between points of one world
  bool is_another = false, schedulers_by_hand = false;
  auto const put = [](Value& document, std::string const& key, Value const& value) {
    scenario::stop_sweeping(document, key);
    scenario::assign(document, key, value, value.place);
  };
  for (std::string const& set : sets) {
    auto const [key, value] = scenario::parse_assignment(set, "--set " + shown(set));
    put(root, key, value);
    if (is_same_world(key)) put(original, key, value);
    is_another |= !is_same_world(key);
    schedulers_by_hand |= scenario::is_within(key, "schedulers");
  }
  std::string const name = scenario::default_name(source);
  ScenarioFile file = points_of(root, name);
  bool const any = std::ranges::any_of(
      file.scenario.compare, [](auto const& compare) { return !compare.published.empty(); });
  if (any) settle_published(file, is_another ? points_if_good(original, name) : file.points, root);
  settle_compared(file, schedulers_by_hand, root);  // last: it shifts what is compared
  return file;
}

}  // namespace

namespace {

/// A document that is wrong in itself is told so by whoever reads it next.
bool may_say_stages(std::string const& path) try {
  Value const root = read_document(path);
  auto const* const table = std::get_if<scenario::Table>(&root.data);
  return table && table->find("simulation");
} catch (InputError const&) {
  return true;
}

}  // namespace

bool is_stages(std::string const& path) try {
  constexpr std::size_t most = std::size_t{1} << 28;
  bool const has_word = read_input(path, most).find("simulation") != std::string::npos;
  return has_word && may_say_stages(path);
} catch (InputError const&) {
  return false;  // no such file
}

ScenarioFile read_scenario(std::string const& path, std::vector<std::string> const& sets) {
  return read_file(read_document(path), path, sets);
}
ScenarioFile parse_scenario(std::string const& text, std::string const& source,
                            std::string const& folder) {
  return read_file(scenario::parse_toml(text, scenario::Source(source, folder)), source, {});
}

std::string to_toml(Scenario const& scenario) {
  Scenario copy = scenario;  // a visitor takes fields it might change
  scenario::Writer writer;
  describe(writer, copy);
  return std::move(writer).text();
}

std::string hash_of(Scenario const& scenario) {
  std::string text = to_toml(scenario);
  if (scenario.is_drawn())
    text += fmt::format("# swim {}\n", sha256(swim_text(scenario.swim.path())));
  return sha256(text);
}

std::vector<scenario::KeyInfo> keys() {
  scenario::Collector collector;
  Scenario scenario;
  describe(collector, scenario);
  return std::move(collector).keys();
}
std::string keys_markdown() { return scenario::keys_table(keys()); }

}  // namespace fairslot::stages
