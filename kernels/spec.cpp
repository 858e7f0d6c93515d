#include "kernels/spec.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <type_traits>
#include <vector>

#include "kernels/problem.hpp"
#include "kernels/shown.hpp"
#include "kernels/suggest.hpp"

namespace fairslot {
namespace {

using NameList = std::vector<std::string_view>;

int kind_of(std::string_view what, std::span<SpecInfo const> list, std::string_view name) {
  NameList names;
  for (SpecInfo const& info : list) names.push_back(info.name);
  auto const found = std::ranges::find(names, name);
  if (found == names.end())
    throw SpecError("unknown " + std::string(what) + " " + quoted(name) + " " +
                    choices(name, names));
  return static_cast<int>(found - names.begin());
}

/// The shortest decimal that reads back to the same number.
std::string text_of(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

/// How values of each kind of range are read and written as text and kept as 64 bits.
struct Reading {
  std::string_view text;

  /// False: the text is no such value.
  bool read(option::Names const& range, std::int64_t& value) const {
    value = std::ranges::find(range.names, text) - range.names.begin();
    return value < std::ssize(range.names);
  }
  bool read(option::Integers const& range, std::int64_t& value) const {
    return digits() && number(value) && value >= range.least && value <= range.most;
  }
  bool read(option::ResourceIndex const&, std::int64_t& value) const {
    return read(option::Integers{0, max_resources - 1, 0}, value);
  }
  bool read(option::Seed const&, std::int64_t& value) const {
    std::uint64_t seed = 0;
    value = 0;
    if (!digits() || !number(seed)) return false;
    value = std::bit_cast<std::int64_t>(seed);
    return true;
  }
  bool read(option::Reals const& range, std::int64_t& value) const {
    double real = 0;
    // Decimals without a sign: no hexadecimal ones, no infinity.
    bool const decimal = !text.empty() && (text[0] == '.' || (text[0] >= '0' && text[0] <= '9'));
    if (!decimal || !number(real) || !(real >= range.least && real <= range.most)) return false;
    value = std::bit_cast<std::int64_t>(real);
    return !(range.open && real == range.most);
  }

 private:
  bool digits() const { return !text.empty() && text.find_first_not_of("0123456789") == text.npos; }
  template <class T>
  bool number(T& value) const {
    char const* const end = text.data() + text.size();
    auto const [last, error] = std::from_chars(text.data(), end, value);
    // The double nearest to what is too small or too large is 0 or infinity.
    if (std::is_same_v<T, double> && error == std::errc::result_out_of_range)
      value = static_cast<T>(std::strtod(std::string(text).c_str(), nullptr));
    else if (error != std::errc())
      return false;
    return last == end;
  }
};

struct Standard {
  std::int64_t operator()(option::Names const&) const { return 0; }
  std::int64_t operator()(option::Integers const& range) const { return range.standard; }
  std::int64_t operator()(option::ResourceIndex const& range) const { return range.standard; }
  std::int64_t operator()(option::Seed const&) const { return 0; }
  std::int64_t operator()(option::Reals const& range) const {
    return std::bit_cast<std::int64_t>(range.standard);
  }
};

struct Allowed {
  std::string operator()(option::Names const& range) const {
    std::string text;
    for (std::string_view const name : range.names)
      (text += text.empty() ? "" : ", ") += std::string(name);
    return text;
  }
  std::string operator()(option::Integers const& range) const {
    return "an integer, " + std::to_string(range.least) + " to " + std::to_string(range.most) +
           "; default " + std::to_string(range.standard);
  }
  std::string operator()(option::ResourceIndex const& range) const {
    return "the index of a resource, from 0; default " + std::to_string(range.standard);
  }
  std::string operator()(option::Seed const&) const {
    return "an integer, 0 to 18446744073709551615; default 0";
  }
  std::string operator()(option::Reals const& range) const {
    return "a number, " + text_of(range.least) + " to " + (range.open ? "below " : "") +
           text_of(range.most) + "; default " + text_of(range.standard);
  }
};

std::int64_t value_of(std::string const& whose, OptionInfo const& option, std::string_view text) {
  std::int64_t value = 0;
  if (std::visit([&](auto const& range) { return Reading{text}.read(range, value); }, option.range))
    return value;
  auto const* const names = std::get_if<option::Names>(&option.range);
  throw SpecError(
      whose + ": " + std::string(option.name) + "=" + shown(text) + " is not a value " +
      (names ? choices(text, names->names) : "(allowed: " + allowed_values(option) + ")"));
}

/// Cuts the text up to `separator` off the front; the rest is empty where there is none.
std::string_view cut(std::string_view& text, char separator) {
  auto const end = std::min(text.find(separator), text.size());
  std::string_view const front = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return front;
}

Options standard_options(SpecInfo const& info) {
  Options options;
  std::int64_t* value = options.value;
  for (OptionInfo const& option : info.options) *value++ = std::visit(Standard(), option.range);
  return options;
}

}  // namespace

std::string quoted(std::string_view text) { return "'" + shown(text) + "'"; }

std::string value_text(OptionInfo const& option, std::int64_t value) {
  if (auto const* const names = std::get_if<option::Names>(&option.range))
    return std::string(names->names[static_cast<std::size_t>(value)]);
  if (std::holds_alternative<option::Reals>(option.range))
    return text_of(std::bit_cast<double>(value));
  if (std::holds_alternative<option::Seed>(option.range))
    return std::to_string(std::bit_cast<std::uint64_t>(value));
  return std::to_string(value);
}

std::size_t place_of_option(std::string_view what, SpecInfo const& info, std::string_view name) {
  NameList names;
  for (OptionInfo const& option : info.options) names.push_back(option.name);
  auto const found = std::ranges::find(names, name);
  if (found == names.end())
    throw SpecError(std::string(what) + " " + quoted(info.name) + " has no option " + quoted(name) +
                    " " + (names.empty() ? "(it has none)" : choices(name, names)));
  return static_cast<std::size_t>(found - names.begin());
}

Spec parse_spec(std::string_view what, std::span<SpecInfo const> list, std::string_view text) {
  std::string_view rest = text;
  Spec spec{.kind = kind_of(what, list, cut(rest, ':')), .options = {}};
  SpecInfo const& info = list[static_cast<std::size_t>(spec.kind)];
  spec.options = standard_options(info);
  std::string const whole = std::string(what) + " " + quoted(text);
  if (text.size() > info.name.size() && rest.empty())
    throw SpecError(whole + ": nothing after ':' (expected option=value)");
  if (!text.empty() && text.back() == ',') throw SpecError(whole + ": nothing after the last ','");
  NameList given;
  while (!rest.empty()) {
    std::string_view value = cut(rest, ',');
    bool const assigned = value.find('=') != std::string_view::npos;
    std::string_view const name = cut(value, '=');
    if (!assigned) throw SpecError(whole + ": " + quoted(name) + " is no option=value pair");
    if (std::ranges::find(given, name) != given.end())
      throw SpecError(whole + ": option " + quoted(name) + " is given twice");
    given.push_back(name);
    std::size_t const place = place_of_option(what, info, name);
    std::string const whose = std::string(what) + " " + quoted(info.name);
    spec.options.value[place] = value_of(whose, info.options[place], value);
  }
  return spec;
}

std::string canonical_spec(SpecInfo const& info, Options const& options) {
  Options const standard = standard_options(info);
  std::string name(info.name);
  char separator = ':';
  for (std::size_t i = 0; i < info.options.size(); ++i) {
    std::int64_t const value = options.value[i];
    if (value == standard.value[i]) continue;
    name += separator;
    name += std::string(info.options[i].name) + "=" + value_text(info.options[i], value);
    separator = ',';
  }
  return name;
}

std::string allowed_values(OptionInfo const& option) { return std::visit(Allowed(), option.range); }

}  // namespace fairslot
