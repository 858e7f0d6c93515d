#include "host/scenario/axes.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <unordered_map>

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

/// How many points they make.
std::size_t points_of(std::vector<Axis> const& axes, Value const& root) {
  constexpr std::size_t most_points = 100'000;
  std::size_t points = 1;
  std::set<std::string_view> keys;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    auto const refuse = [&](std::string_view part, std::string const& problem) {
      std::string const key = fmt::format("sweep.{}.{}", i, part);
      fail(place_of(root, key), key, problem);
    };
    if (!keys.insert(axes[i].key).second)
      refuse("key", fmt::format("{} is swept twice", shown(axes[i].key)));
    points *= axes[i].values.size();
    if (points > most_points)
      refuse("values", fmt::format("more than {} combinations", most_points));
  }
  return points;
}

void refuse_equal_values(std::vector<Axis> const& axes, Meaning const& meaning_of) {
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

}  // namespace

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

void for_each_point(Value const& root, Meaning const& meaning_of, Visit const& visit) {
  auto const axes = axes_of(root);
  std::size_t const count = points_of(axes, root);
  refuse_equal_values(axes, meaning_of);

  Value document = without_sweep(root);
  for (std::size_t p = 0; p < count; ++p) {
    std::size_t block = count;  // points in which the values of this and later axes vary
    SetValues set;
    for (Axis const& axis : axes) {
      std::size_t const size = axis.values.size();
      Value const& value = axis.values[p % block / (block / size)];
      block /= size;
      assign(document, axis.key, value, value.place);
      set.emplace_back(axis.key, toml_text(value));
    }
    visit(std::move(set), document);
  }
}

}  // namespace fairslot::scenario
