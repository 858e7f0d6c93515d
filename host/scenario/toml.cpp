// The only file that includes toml++: text to Document.
#include <toml++/toml.h>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "host/error.hpp"
#include "host/input_file.hpp"
#include "host/scenario/document.hpp"
#include "host/scenario/toml_nesting.hpp"

namespace fairslot::scenario {
namespace {

using SharedSource = std::shared_ptr<Source const>;

Place place_of(toml::source_region const& region, SharedSource const& source) {
  return {source, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

Value convert(toml::node const& node, SharedSource const& source);

Table convert_table(toml::table const& table, SharedSource const& source) {
  Table out;
  for (auto const& [key, node] : table)
    out.add(std::string(key.str()), {place_of(key.source(), source), convert(node, source)});
  return out;
}

Value convert(toml::node const& node, SharedSource const& source) {
  Value out{place_of(node.source(), source), DateOrTime{}};
  if (auto const* const table = node.as_table())
    out.data = convert_table(*table, source);
  else if (auto const* const text = node.as_string())
    out.data = text->get();
  else if (auto const* const integer = node.as_integer())
    out.data = integer->get();
  else if (auto const* const number = node.as_floating_point())
    out.data = number->get();
  else if (auto const* const flag = node.as_boolean())
    out.data = flag->get();
  else if (auto const* const array = node.as_array()) {
    Array list;
    auto& values = list.values.change();
    for (toml::node const& element : *array) values.push_back(convert(element, source));
    out.data = std::move(list);
  }
  return out;
}

/// Gives a value and all in it one place.
void relocate(Value& value, Place const& place) {
  value.place = place;
  if (auto* const array = std::get_if<Array>(&value.data))
    for (Value& element : array->values.change()) relocate(element, place);
  if (auto* const table = std::get_if<Table>(&value.data))
    for (auto& [key, entry] : table->entries.change())
      entry.place = place, relocate(entry.value, place);
}

/// A list, a table or a quoted text: only they hold keys or go on over lines.
bool is_bracketed(std::string_view text) {
  std::size_t const first = std::min(text.find_first_not_of(" \t"), text.size());
  return text.substr(first).find_first_of("[{\"'") == 0;
}

bool is_one_line(std::string_view text) {
  std::size_t const end = std::min(text.find('\n'), text.size());
  return text.find_first_not_of(" \t\r\n", end) == std::string_view::npos;
}

/// nullopt: not TOML.
std::optional<Value> parse_value(std::string const& text, SharedSource const& source) {
  if (is_bracketed(text))
    refuse_deep_nesting(text, source);
  else if (!is_one_line(text))
    return std::nullopt;
  try {
    toml::table const table = toml::parse("value = " + text);
    if (table.size() == 1) return convert(*table.get("value"), nullptr);
  } catch (toml::parse_error const&) {
  }
  return std::nullopt;
}

/// What the library says of a text that is not TOML. The name of a key that is there twice, it cuts
/// in the middle.
std::string meaning_of(std::string_view description) {
  if (description.find("cannot redefine existing") != description.npos)
    return "not TOML: the key is there twice";
  bool const number = description.find("floating-point") != description.npos &&
                      description.ends_with("could not be interpreted as a value");
  return fmt::format(
      "not TOML: {}{}", description,
      number ? fmt::format(" (allowed: numbers up to {})", std::numeric_limits<double>::max())
             : "");
}

/// Where the key of an assignment ends: at the first = that no quotes are around.
std::size_t end_of_key(std::string_view text) {
  char quote = 0;
  bool begins = true;  // a part of the key
  for (std::size_t i = 0; i < text.size(); ++i) {
    char const c = text[i];
    if (quote != 0)
      quote = c == quote ? 0 : quote;
    else if (begins && (c == '"' || c == '\''))
      quote = c;
    else if (c == '=')
      return i;
    begins = c == '.' && quote == 0;
  }
  return std::string_view::npos;
}

}  // namespace

Value parse_toml(std::string_view text, Source const& source) {
  auto const shared = std::make_shared<Source const>(source);
  refuse_deep_nesting(text, shared);
  try {
    return convert(toml::parse(text, source.name), shared);
  } catch (toml::parse_error const& error) {
    fail(place_of(error.source(), shared), "", meaning_of(error.description()));
  }
}

Value read_toml(std::string const& path) {
  constexpr std::size_t most = std::size_t{1} << 28;
  Value root = parse_toml(read_input(path, most), Source(path));
  if (std::get<Table>(root.data).entries->empty())
    fail(root.place, "", "empty (a scenario sets something, if only its name)");
  return root;
}

std::pair<std::string, Value> parse_assignment(std::string const& text, std::string const& source) {
  Place const place{std::make_shared<Source const>(source)};
  std::size_t const equals = end_of_key(text);
  if (equals == 0 || equals == std::string::npos)
    fail(place, "", "not an assignment (allowed: key=value)");
  if (!is_utf8(text)) fail(place, "", "not UTF-8");
  std::string const key = plain_key(text.substr(0, equals)), right = text.substr(equals + 1);
  Value value = parse_value(right, place.source).value_or(Value{place, right});
  relocate(value, place);
  return {key, value};
}

}  // namespace fairslot::scenario
