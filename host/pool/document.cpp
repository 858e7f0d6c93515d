#include "host/pool/document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/suggest.hpp"

namespace fairslot::pool {

using scenario::fail;
using scenario::Value;

void refuse(Value const& value, std::string const& key, std::string_view allowed) {
  fail(value.place, key,
       fmt::format("{} is not allowed (allowed: {})", shown(scenario::toml_text(value)), allowed));
}

std::string Numbers::text() const {
  return fmt::format("a number, {}{} .. {}", or_zero ? "0 or " : "", least, most);
}
bool Numbers::has(double number) const {
  return (number >= least && number <= most) || (or_zero && number == 0);
}

Keys::Keys(Value const& value, std::string path)
    : table_(std::get_if<scenario::Table>(&value.data)),
      place_(value.place),
      path_(std::move(path)) {
  if (!table_) refuse(value, path_, "a table");
}

std::string Keys::full(std::string_view name) const {
  return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
}

Value const* Keys::find(std::string_view name) {
  names_.push_back(name);
  scenario::Entry const* const entry = table_->find(name);
  return entry ? &entry->value : nullptr;
}

Value const& Keys::get(std::string_view name, std::string_view allowed) {
  if (Value const* const value = find(name)) return *value;
  fail(place_, full(name), fmt::format("is missing (allowed: {})", allowed));
}

void Keys::refuse_others() const {
  std::pair<std::string const, scenario::Entry> const* first = nullptr;
  auto const order = [](auto const& entry) {
    return std::pair(entry.second.place.line, entry.second.place.column);
  };
  for (auto const& entry : table_->entries)
    if (!std::ranges::count(names_, entry.first) && (!first || order(entry) < order(*first)))
      first = &entry;
  if (!first) return;
  std::string const nearest = nearest_name(first->first, names_);
  fail(first->second.place, full(first->first),
       fmt::format("unknown key (allowed{}: {}){}", path_.empty() ? "" : " in " + path_,
                   fmt::join(names_, ", "),
                   nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest)));
}

double number(Value const& value, std::string const& key, Numbers const& range) {
  auto const* const whole = std::get_if<std::int64_t>(&value.data);
  auto const* const real = std::get_if<double>(&value.data);
  double const number = whole ? static_cast<double>(*whole) : real ? *real : 0.0;
  if (!(whole || real) || !range.has(number)) refuse(value, key, range.text());
  return number;
}

std::int64_t integer(Value const& value, std::string const& key, std::int64_t least,
                     std::int64_t most) {
  auto const* const whole = std::get_if<std::int64_t>(&value.data);
  if (!whole || *whole < least || *whole > most)
    refuse(value, key, fmt::format("an integer, {} .. {}", least, most));
  return *whole;
}

std::int64_t integer_or(Keys& keys, std::string_view name, std::int64_t least, std::int64_t most,
                        std::int64_t otherwise) {
  Value const* const given = keys.find(name);
  return given ? integer(*given, keys.full(name), least, most) : otherwise;
}

std::string text(Value const& value, std::string const& key) {
  auto const* const text = std::get_if<std::string>(&value.data);
  if (!text) refuse(value, key, "a text");
  return *text;
}

std::vector<Value> const& list(Value const& value, std::string const& key, std::string_view of) {
  auto const* const array = std::get_if<scenario::Array>(&value.data);
  if (!array) refuse(value, key, fmt::format("a list of {}", of));
  return *array->values;
}

std::vector<double> numbers(Value const& value, std::string const& key, Numbers const& range) {
  std::vector<double> out;
  for (Value const& element : list(value, key, "numbers"))
    out.push_back(number(element, fmt::format("{}.{}", key, out.size()), range));
  return out;
}

std::size_t name(Value const& value, std::string const& key,
                 std::span<std::string_view const> names) {
  std::string const own = text(value, key);
  auto const at = std::ranges::find(names, own);
  if (at == names.end())
    fail(value.place, key,
         fmt::format("{} is not allowed {}", shown(scenario::toml_text(value)),
                     choices(own, names)));
  return static_cast<std::size_t>(at - names.begin());
}

void require_length(Value const& value, std::string const& key, std::size_t have, std::size_t want,
                    std::string_view each) {
  if (have != want)
    fail(value.place, key,
         fmt::format("{} numbers are not allowed (allowed: {}, {})", have, want, each));
}

}  // namespace fairslot::pool
