// --set and [[sweep]]: both assign to a document, which is then read as any other.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/distributions/distribution.hpp"
#include "host/error.hpp"
#include "host/scenario/axes.hpp"
#include "host/scenario/build.hpp"
#include "kernels/policy_spec.hpp"

namespace fairslot::scenario {
namespace {

/// One text for all spellings that the key reads as the same: 0, 0.0 and -0.0, "drf" and
/// "drf:strict=0".
std::string meaning_of(std::string_view key, Value const& value) {
  if (auto const* const number = std::get_if<double>(&value.data))
    if (*number == std::trunc(*number) && std::abs(*number) < 0x1p63)
      return fmt::format("{}", static_cast<std::int64_t>(*number));
  auto const* const text = std::get_if<std::string>(&value.data);
  bool const of_event = is_within(key, "events") && key.ends_with(".policy");
  bool const of_chance = is_within(key, "workload.tasks") || is_within(key, "workload.duration") ||
                         is_within(key, "workload.demands");
  bool const of_policy = is_within(key, "policies") || of_event;
  if (!text || !(of_policy || of_chance)) return toml_text(value);
  try {
    return of_policy ? canonical_name(parse_policy(*text))
                     : distributions::Distribution(*text).text();
  } catch (SpecError const&) {
    return *text;  // refused with its point
  }
}

/// The file itself is good: what is wrong is wrong with what is swept.
Scenario build_point(Builder const& builder, Value const& document, Point const& point) try {
  return builder.build(document);
} catch (KeyError const& error) {
  std::string swept;
  for (auto const& [key, value] : point.set) {
    if (error.key == key) throw;
    swept += fmt::format("{}{} = {}", swept.empty() ? "" : ", ", shown(key), shown(value));
  }
  throw InputError(fmt::format("{} (swept: {})", error.what(), swept));
}

/// Points of a document that the builder has learnt. The document of a point is made of the one
/// before: every swept key is assigned anew.
std::vector<Point> points_of(Value const& root, Builder const& builder) {
  std::vector<Point> points;
  for_each_point(root, meaning_of, [&](SetValues set, Value const& document) {
    Point& point = points.emplace_back(Point{std::move(set), {}});
    point.scenario = build_point(builder, document, point);
  });
  return points;
}

/// None where the document is wrong.
std::vector<Point> points_if_good(Value const& root, Builder const& builder) {
  try {
    builder.build(root);
    return points_of(root, builder);
  } catch (InputError const&) {
    return {};
  }
}

bool is_any_published(Scenario const& scenario) {
  return std::ranges::any_of(scenario.compare, [](auto const& c) { return !c.published.empty(); });
}

/// The default list, written out where the file has none: its elements have keys, too.
void write_out_policies(Value& root) {
  auto* const table = std::get_if<Table>(&root.data);
  if (!table || table->find("policies")) return;
  Array list;
  for (std::string const& name : Scenario{}.policies)
    list.values.change().push_back({root.place, name});
  table->add("policies", {root.place, {root.place, std::move(list)}});
}

Sweep build_with_sets(Value root, std::string const& source, std::vector<std::string> const& sets) {
  write_out_policies(root);
  Value file = root;
  ByHand by_hand;
  for (std::string const& set : sets) {
    auto [key, value] = parse_assignment(set, "--set " + shown(set));
    Place const place = value.place;
    stop_sweeping(root, key);
    assign(root, key, value, place);
    if (is_same_world(key)) assign(file, key, value, place);
    by_hand.keys.push_back(std::move(key));
  }
  Builder builder(default_name(source));
  Scenario scenario = builder.learn(root);
  auto points = points_of(root, builder);  // throws where a swept value is wrong
  if (is_any_published(scenario) && !sets.empty()) by_hand.points = points_if_good(file, builder);
  for (Point const& point : points)
    for (std::string const& hash : point.scenario.trace_hashes)
      if (!std::ranges::count(scenario.trace_hashes, hash)) scenario.trace_hashes.push_back(hash);
  settle_comparisons(scenario, root, points, by_hand);
  return {std::move(scenario), std::move(points)};
}

}  // namespace

std::vector<Point> sweep_points(Scenario const& scenario) {
  Value const root = parse_toml(to_toml(scenario), Source(scenario.name));
  Builder builder(scenario.name);
  builder.learn(root);
  return points_of(root, builder);
}

Scenario parse_scenario(std::string const& text, std::string const& source,
                        std::vector<std::string> const& sets) {
  return build_with_sets(parse_toml(text, Source(source)), source, sets).scenario;
}

Sweep parse_sweep(std::string const& text, std::string const& source, std::string const& folder) {
  return build_with_sets(parse_toml(text, Source(source, folder)), source, {});
}

Sweep read_sweep(std::string const& path, std::vector<std::string> const& sets) {
  return build_with_sets(read_toml(path), path, sets);
}

Scenario read_scenario(std::string const& path, std::vector<std::string> const& sets) {
  return read_sweep(path, sets).scenario;
}

}  // namespace fairslot::scenario
