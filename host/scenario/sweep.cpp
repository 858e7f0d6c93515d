// --set and [[sweep]]: both assign to a document, which is then read as any other.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <unordered_map>

#include "host/distributions/distribution.hpp"
#include "host/error.hpp"
#include "host/scenario/build.hpp"
#include "kernels/policy_spec.hpp"

namespace fairslot::scenario {
namespace {

struct Axis {
  std::string key;
  Shared<std::vector<Value>> values;
};

/// The sweep tables of a document that build() has accepted.
std::vector<Axis> axes_of(Value const& root) {
  std::vector<Axis> axes;
  Entry const* const sweep = std::get<Table>(root.data).find("sweep");
  if (!sweep) return axes;
  for (Value const& element : std::get<Array>(sweep->value.data).values) {
    Table const& table = std::get<Table>(element.data);
    axes.push_back({plain_key(std::get<std::string>(table.find("key")->value.data)),
                    std::get<Array>(table.find("values")->value.data).values});
  }
  return axes;
}

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

void refuse_equal_values(std::vector<Axis> const& axes) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    std::unordered_map<std::string, Value const*> seen;
    for (Value const& value : axes[i].values) {
      auto const [other, fresh] = seen.emplace(meaning_of(axes[i].key, value), &value);
      if (!fresh)
        fail(value.place, fmt::format("sweep.{}.values", i),
             fmt::format("{} and {} are the same value of {} (allowed: all different)",
                         shown(toml_text(*other->second)), shown(toml_text(value)),
                         shown(axes[i].key)));
    }
  }
}

/// What is the same at all points of a sweep.
Value without_sweep(Value root) {
  auto& entries = std::get<Table>(root.data).entries.change();
  entries.erase("sweep");
  entries.erase("compare");
  return root;
}

/// A value set by hand is not swept: drops the sweep tables of this key and of those inside of it.
void stop_sweeping(Value& root, std::string const& key) {
  auto* const table = std::get_if<Table>(&root.data);
  Entry* const sweep = table ? table->change("sweep") : nullptr;
  auto* const array = sweep ? std::get_if<Array>(&sweep->value.data) : nullptr;
  if (!array) return;
  std::erase_if(array->values.change(), [&](Value const& element) {
    auto const* const one = std::get_if<Table>(&element.data);
    Entry const* const swept = one ? one->find("key") : nullptr;
    auto const* const name = swept ? std::get_if<std::string>(&swept->value.data) : nullptr;
    return name && is_within(plain_key(*name), key);
  });
}

/// What a file is called by default: its own name, as far as it can name results.
std::string default_name(std::string const& source) {
  std::string name = std::filesystem::path(source).stem().string().substr(0, 64);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-') c = '_';
  if (name.empty() || name[0] == '.' || name[0] == '-') name = "scenario" + name.substr(0, 56);
  return name;
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
  auto const axes = axes_of(root);
  refuse_equal_values(axes);
  std::size_t count = 1;
  for (Axis const& axis : axes) count *= axis.values.size();

  Value document = without_sweep(root);
  std::vector<Point> points(count);
  for (std::size_t p = 0; p < count; ++p) {
    std::size_t block = count;  // points in which the values of this and later axes vary
    for (Axis const& axis : axes) {
      std::size_t const size = axis.values.size();
      Value const& value = axis.values[p % block / (block / size)];
      block /= size;
      assign(document, axis.key, value, value.place);
      points[p].set.emplace_back(axis.key, toml_text(value));
    }
    points[p].scenario = build_point(builder, document, points[p]);
  }
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
  settle_comparisons(scenario, root, points, by_hand);
  return {std::move(scenario), std::move(points)};
}

}  // namespace

std::vector<Point> sweep_points(Scenario const& scenario) {
  Value const root = parse_toml(to_toml(scenario), scenario.name);
  Builder builder(scenario.name);
  builder.learn(root);
  return points_of(root, builder);
}

Scenario parse_scenario(std::string const& text, std::string const& source,
                        std::vector<std::string> const& sets) {
  return build_with_sets(parse_toml(text, source), source, sets).scenario;
}

Sweep read_sweep(std::string const& path, std::vector<std::string> const& sets) {
  return build_with_sets(read_toml(path), path, sets);
}

Scenario read_scenario(std::string const& path, std::vector<std::string> const& sets) {
  return read_sweep(path, sets).scenario;
}

}  // namespace fairslot::scenario
