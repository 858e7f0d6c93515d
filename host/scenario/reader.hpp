/// From a document to a struct: a visitor of its table of keys (describe.hpp) that knows every
/// place.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/scenario/build.hpp"
#include "host/scenario/rules.hpp"
#include "kernels/suggest.hpp"

namespace fairslot::scenario {

/// `Known`: a KnownList of each type of list that there is.
template <class Known>
class Reader {
 public:
  /// `learnt`: where to keep what is read; null: nowhere.
  Reader(Value const& value, std::string path, Known const& known, Known* learnt)
      : table_(std::get_if<Table>(&value.data)),
        place_(value.place),
        path_(std::move(path)),
        known_(known),
        learnt_(learnt) {
    if (!table_) fail(value.place, path_, fmt::format("{} (allowed: a table)", type_name(value)));
  }

  template <class Field, class Rule>
  void key(About const& about, Field& field, Rule const& rule) {
    if (Entry const* const entry = take(about.name))
      read(entry->value, full(about.name), field, rule);
    else if (meaningless_.empty() && is_required(field, rule) && missing_.empty())
      missing_ = full(about.name), of_missing_ = allowed(rule).text();
  }

  template <class Part>
  void group(std::string_view name, Part& part) {
    if (Entry const* const entry = take(name)) read_into(entry->value, full(name), part);
  }

  template <class Element>
  void list(std::string_view name, Shared<std::vector<Element>>& elements, std::string_view) {
    Entry const* const entry = take(name);
    if (!entry) return;
    auto const* const array = std::get_if<Array>(&entry->value.data);
    if (!array)
      fail(entry->value.place, full(name),
           fmt::format("{} (allowed: a list of tables)", type_name(entry->value)));
    auto const& lists = std::get<KnownList<Element>>(known_).lists;
    if (auto const at = lists.find(array->values.id()); at != lists.end()) {
      elements = at->second;
      return;
    }
    elements = {};  // not besides the default
    read_elements(array->values, full(name), elements.change());
    if (learnt_) std::get<KnownList<Element>>(*learnt_).lists.emplace(array->values.id(), elements);
  }

  void when(bool condition, std::string_view text) { meaningless_ = condition ? "" : text; }

  template <class Part>
  void read_into(Value const& value, std::string const& path, Part& part) const {
    Reader reader(value, path, known_, learnt_);
    describe(reader, part);
    reader.finish();
  }

  /// After all keys: an unknown one first, which may be the missing one with a slip in it.
  void finish() const {
    refuse_unknown();
    if (!missing_.empty())
      fail(place_, missing_, fmt::format("is missing (allowed: {})", of_missing_));
  }

 private:
  /// The first in the file.
  void refuse_unknown() const {
    std::pair<std::string const, Entry> const* first = nullptr;
    auto const order = [](Place const& place) { return std::pair(place.line, place.column); };
    for (auto const& entry : table_->entries)
      if (!std::ranges::count(names_, entry.first) &&
          (!first || order(entry.second.place) < order(first->second.place)))
        first = &entry;
    if (!first) return;
    std::string const nearest = nearest_name(first->first, names_);
    fail(first->second.place, full(first->first),
         fmt::format("unknown key (allowed{}: {}){}", path_.empty() ? "" : " in " + path_,
                     fmt::join(meaningful_, ", "),
                     nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest)));
  }

  template <class Element>
  void read_elements(Shared<std::vector<Value>> const& values, std::string const& path,
                     std::vector<Element>& elements) const {
    auto const& before = std::get<KnownList<Element>>(known_).elements;
    elements.reserve(values.size());
    for (Value const& value : values) {
      auto const* const table = std::get_if<Table>(&value.data);
      void const* const id = table ? table->entries.id() : nullptr;
      if (auto const at = before.find(id); id && at != before.end()) {
        elements.push_back(at->second);
        continue;
      }
      std::string const place = fmt::format("{}.{}", path, elements.size());
      read_into(value, place, elements.emplace_back());
      if (learnt_ && id)
        std::get<KnownList<Element>>(*learnt_).elements.emplace(id, elements.back());
    }
  }

  std::string full(std::string_view name) const {
    return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
  }

  Entry const* take(std::string_view name) {
    names_.push_back(name);
    if (meaningless_.empty()) meaningful_.push_back(name);
    Entry const* const entry = table_->find(name);
    if (entry && !meaningless_.empty())
      fail(entry->place, full(name), fmt::format("has a meaning only with {}", meaningless_));
    return entry;
  }

  Table const* table_;
  Place place_;
  std::string path_;
  Known const& known_;
  Known* learnt_;
  std::string_view meaningless_;
  std::string missing_, of_missing_;  // a required key, the first; what is allowed of it
  std::vector<std::string_view> names_, meaningful_;
};

}  // namespace fairslot::scenario
