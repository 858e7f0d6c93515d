#include "host/scenario/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

namespace fairslot::scenario {

Source::Source(std::string of)
    : name(std::move(of)), folder(std::filesystem::path(name).parent_path().string()) {}

std::string Place::text() const {
  std::string const file = shown_path(source->name);
  return line > 0 ? fmt::format("{}:{}:{}", file, line, column) : file;
}

Entry const* Table::find(std::string_view key) const {
  auto const at = entries->find(key);
  return at == entries->end() ? nullptr : &at->second;
}
Entry* Table::change(std::string_view key) {
  if (!find(key)) return nullptr;
  return &entries.change().find(key)->second;
}
void Table::add(std::string key, Entry entry) {
  entries.change().emplace(std::move(key), std::move(entry));
}

void fail(Place const& place, std::string_view key, std::string_view problem) {
  std::string const colon = key.empty() ? "" : ": ";
  throw KeyError(fmt::format("{}: {}{}{}", place.text(), shown(key), colon, problem), key);
}

namespace {

/// Quoted parts without their quotes; one that is empty where it is no key.
std::vector<std::string_view> split(std::string_view key) {
  std::vector<std::string_view> parts;
  for (;;) {
    bool const quoted = key.starts_with('"') || key.starts_with('\'');
    std::size_t const end = quoted ? key.find(key.front(), 1) : std::min(key.find('.'), key.size());
    if (end == std::string_view::npos) return {""};
    parts.push_back(key.substr(quoted, end - quoted));
    key.remove_prefix(end + quoted);
    if (key.empty()) return parts;
    if (key.front() != '.') return {""};
    key.remove_prefix(1);
  }
}

/// For writing.
Value* element(Array& array, std::string_view part) {
  std::size_t index = 0;
  auto const [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
  bool const padded = part.size() > 1 && part[0] == '0';  // a second name for the same element
  bool const whole = error == std::errc{} && end == part.data() + part.size() && !padded;
  return whole && index < array.values.size() ? &array.values.change()[index] : nullptr;
}

Value& member(Table& table, std::string_view part, Place const& place) {
  if (!table.find(part)) table.add(std::string(part), {place, {place, Table{}}});
  return table.change(part)->value;
}

}  // namespace

Place place_of(Value const& root, std::string_view key) {
  Value const* at = &root;
  for (std::string_view const part : split(key)) {
    if (auto const* const table = std::get_if<Table>(&at->data)) {
      Entry const* const entry = table->find(part);
      if (!entry) break;
      at = &entry->value;
    } else if (auto const* const array = std::get_if<Array>(&at->data)) {
      std::size_t index = array->values.size();
      std::from_chars(part.data(), part.data() + part.size(), index);
      if (index >= array->values.size()) break;
      at = &array->values[index];
    } else {
      break;
    }
  }
  return at->place;
}

Value named(Value const& name) {
  Table table;
  table.add("name", {name.place, name});
  return {name.place, std::move(table)};
}

void assign(Value& root, std::string_view key, Value value, Place const& place) {
  auto const parts = split(key);
  if (parts.size() > 8 || std::ranges::count(parts, std::string_view{}))
    fail(place, key, "not a key (allowed: names joined by single dots)");
  Value* at = &root;
  for (std::string_view const& part : parts) {
    // cluster = "table3" is short for a table with that name.
    bool const is_text = std::holds_alternative<std::string>(at->data);
    if (is_text && &part == &parts[1] && parts[0] == "cluster") *at = named(*at);
    if (auto* const array = std::get_if<Array>(&at->data)) {
      at = element(*array, part);
      if (!at)
        fail(place, key,
             fmt::format("no element {} in this list of {}", shown(part), array->values.size()));
    } else if (auto* const table = std::get_if<Table>(&at->data)) {
      at = &member(*table, part, place);
    } else {
      fail(place, key,
           fmt::format(
               "leads into {}, which has no keys{}", type_name(*at),
               parts[0] == "policies" ? " (allowed: policies.N, a policy with its options)" : ""));
    }
  }
  *at = std::move(value);
}

std::string plain_key(std::string_view key) {
  std::string plain;
  for (std::string_view const part : split(key)) {
    if (part.empty()) return std::string(key);
    bool const quoted = part.find('.') != std::string_view::npos;
    plain += fmt::format("{}{}", plain.empty() ? "" : ".", quoted ? toml_text(part) : part);
  }
  return plain;
}

bool is_within(std::string_view key, std::string_view outer) {
  return key.starts_with(outer) && (key.size() == outer.size() || key[outer.size()] == '.');
}

std::string toml_text(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    auto const [character, bytes] = first_utf8(text);
    std::string_view const own = text.substr(0, std::max<std::size_t>(bytes, 1));
    if (own == "\"" || own == "\\")
      (out += '\\') += own;
    else if (own == "\n")
      out += "\\n";
    else if (own == "\t")
      out += "\\t";
    else if (is_unprintable(character) && bytes > 0)
      out += fmt::format("\\U{:08X}", static_cast<std::uint32_t>(character));
    else
      out += own;
    text.remove_prefix(own.size());
  }
  return out + '"';
}

std::string toml_text(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  std::string text = fmt::format("{}", number);  // the shortest that reads back the same
  bool const is_float = text.find_first_of(".e") != std::string::npos;
  return is_float ? text : text + ".0";
}

std::string toml_text(Value const& scalar) {
  if (auto const* const flag = std::get_if<bool>(&scalar.data)) return *flag ? "true" : "false";
  if (auto const* const integer = std::get_if<std::int64_t>(&scalar.data))
    return fmt::format("{}", *integer);
  if (auto const* const number = std::get_if<double>(&scalar.data)) return toml_text(*number);
  if (auto const* const text = std::get_if<std::string>(&scalar.data)) return toml_text(*text);
  return type_name(scalar);
}

std::string type_name(Value const& value) {
  constexpr char const* names[] = {"a boolean", "an integer", "a float",       "a text",
                                   "a list",    "a table",    "a date or time"};
  return names[value.data.index()];
}

std::string folder_of(Place const& place) {
  bool const in_file = place.line > 0 && place.source;
  return in_file ? place.source->folder : "";
}

}  // namespace fairslot::scenario
