// From a document to a Scenario: a visitor of describe.hpp that knows every place.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/scenario/build.hpp"
#include "host/scenario/rules.hpp"
#include "kernels/suggest.hpp"

namespace fairslot {
namespace {

class Reader {
 public:
  Reader(Value const& value, std::string path) : place_(value.place), path_(std::move(path)) {
    table_ = std::get_if<Table>(&value.data);
    if (!table_) fail(value.place, path_, fmt::format("{} (allowed: a table)", type_name(value)));
  }

  template <class Field, class Rule>
  void key(About const& about, Field& field, Rule const& rule) {
    if (Entry const* const entry = take(about.name))
      read(entry->value, full(about.name), field, rule);
    else if (is_required(field, rule))
      fail(place_, full(about.name), fmt::format("is missing (allowed: {})", allowed(rule).text()));
  }

  template <class Part>
  void group(std::string_view name, Part& part) {
    if (Entry const* const entry = take(name)) read_into(entry->value, full(name), part);
  }

  template <class Element>
  void list(std::string_view name, std::vector<Element>& elements, std::string_view) {
    Entry const* const entry = take(name);
    if (!entry) return;
    auto const* const array = std::get_if<Array>(&entry->value.data);
    if (!array)
      fail(entry->value.place, full(name),
           fmt::format("{} (allowed: a list of tables)", type_name(entry->value)));
    for (Value const& value : array->values) {
      std::string const path = fmt::format("{}.{}", full(name), elements.size());
      read_into(value, path, elements.emplace_back());
    }
  }

  void when(bool condition, std::string_view text) { meaningless_ = condition ? "" : text; }

  template <class Part>
  static void read_into(Value const& value, std::string const& path, Part& part) {
    Reader reader(value, path);
    describe(reader, part);
    reader.refuse_unknown();
  }

 private:
  std::string full(std::string_view name) const {
    return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
  }

  Entry const* take(std::string_view name) {
    names_.push_back(name);
    Entry const* const entry = table_->find(name);
    if (entry && !meaningless_.empty())
      fail(entry->place, full(name), fmt::format("has a meaning only with {}", meaningless_));
    return entry;
  }

  void refuse_unknown() const {
    for (Entry const& entry : table_->entries) {
      if (std::ranges::count(names_, entry.key)) continue;
      std::string const nearest = nearest_name(entry.key, names_);
      fail(entry.place, full(entry.key),
           fmt::format("unknown key (allowed{}: {}){}", path_.empty() ? "" : " in " + path_,
                       fmt::join(names_, ", "),
                       nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest)));
    }
  }

  Table const* table_ = nullptr;
  Place place_;
  std::string path_;
  std::string_view meaningless_;
  std::vector<std::string_view> names_;
};

// What is there decides what kind of thing it is.
void choose_kinds(Table& root, Scenario& scenario) {
  if (Entry* const cluster = root.find("cluster")) {
    if (auto const* const name = std::get_if<std::string>(&cluster->value.data))
      cluster->value.data = Table{{{"name", cluster->value.place, {cluster->value.place, *name}}}};
    auto const* const table = std::get_if<Table>(&cluster->value.data);
    if (table && table->find("groups")) scenario.cluster.name = Scenario::ClusterName::groups;
  }
  if (root.find("users")) scenario.workload.kind = Scenario::Kind::inline_jobs;
}

}  // namespace

Scenario build(Value root, std::string const& name) {
  Scenario scenario;
  scenario.name = name;
  if (auto* const table = std::get_if<Table>(&root.data)) choose_kinds(*table, scenario);
  Reader::read_into(root, "", scenario);
  check(scenario, root);
  return scenario;
}

}  // namespace fairslot
