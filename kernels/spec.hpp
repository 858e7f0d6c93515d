/// "NAME:option=value,...": what is chosen from a list by name and options, as text and as plain
/// data. Free of Kokkos.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

namespace fairslot {

/// What an option may be set to.
namespace option {

/// The first is the default.
struct Names {
  std::span<std::string_view const> names;
};
struct Integers {
  std::int64_t least, most, standard;
};
/// The index of a resource, which the problem must have.
struct ResourceIndex {
  std::int64_t standard;
};
/// Doubles from `least` to `most`, which is out where the range is open.
struct Reals {
  double least, most, standard;
  bool open = false;
};
/// Any integer of 64 bits, without a sign; 0 by default.
struct Seed {};
using Range = std::variant<Names, Integers, ResourceIndex, Reals, Seed>;

}  // namespace option

struct OptionInfo {
  std::string_view name;
  option::Range range;
  std::string_view summary;
};

/// Options of one name at most.
inline constexpr int max_options = 12;

/// The values of options in the order of their table: the place among the names, the integer, or
/// the bits of the real.
struct Options {
  std::int64_t value[max_options] = {};
  bool operator==(Options const&) const = default;
};

/// A name of a list, with the options that it takes.
struct SpecInfo {
  std::string_view name;
  std::span<OptionInfo const> options;
};

/// A name with its options chosen.
struct Spec {
  int kind = 0;  ///< index into the list
  Options options;
};

/// Thrown for a text that names nothing of the list or no such option; what() is one line that says
/// what is allowed and, for a misspelling, the nearest name.
struct SpecError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// `what` the list holds, "policy", stands in messages.
Spec parse_spec(std::string_view what, std::span<SpecInfo const> list, std::string_view text);

/// The name and the options that differ from their defaults, in the order of the table.
std::string canonical_spec(SpecInfo const&, Options const&);

/// The place of an option in the table; throws SpecError where there is none of the name.
std::size_t place_of_option(std::string_view what, SpecInfo const&, std::string_view name);

/// A value as it is written: "running", "100".
std::string value_text(OptionInfo const&, std::int64_t value);

/// What the option may be: "running, slot", "an integer, 1 to 2147483647; default 100".
std::string allowed_values(OptionInfo const&);

/// In a message: 'text'.
std::string quoted(std::string_view text);

}  // namespace fairslot
