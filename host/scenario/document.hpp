/// A TOML document as a plain tree that remembers where each value stands and the file's order.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "host/error.hpp"
#include "host/scenario/shared.hpp"

namespace fairslot::scenario {

/// What is read, as messages have it, and where the files lie that it names.
struct Source {
  explicit Source(std::string of);  ///< a file: beside it
  Source(std::string of, std::string in) : name(std::move(of)), folder(std::move(in)) {}
  std::string name, folder;
};

/// Where a value was written: "file:line:column", or only the source ("--set samples=0").
struct Place {
  std::shared_ptr<Source const> source;
  int line = 0, column = 0;
  std::string text() const;
};

struct Value;
struct Entry;
struct Array {
  Shared<std::vector<Value>> values;
};
struct Table {
  Shared<std::map<std::string, Entry, std::less<>>> entries;
  Entry const* find(std::string_view key) const;
  Entry* change(std::string_view key);
  void add(std::string key, Entry entry);
};
struct DateOrTime {};

struct Value {
  Place place;
  std::variant<bool, std::int64_t, double, std::string, Array, Table, DateOrTime> data;
};
struct Entry {
  Place place;  ///< of the key
  Value value;
};

/// Both throw InputError, one line with the place.
Value parse_toml(std::string_view text, Source const& source);
Value read_toml(std::string const& path);

/// "key=value" of --set: the value is TOML, else a string. Its place is `source`.
std::pair<std::string, Value> parse_assignment(std::string const& text, std::string const& source);

/// Sets the value at a dotted key, parts of which may be quoted; a number names an element of an
/// array ("users.0.weight"). Tables on the way are made where they are missing.
void assign(Value& root, std::string_view key, Value value, Place const& place);

/// What a file's value names lies beside the file: its folder; empty: of the command line.
std::string folder_of(Place const& place);

/// Where a key stands, or the nearest table around it.
Place place_of(Value const& root, std::string_view key);

/// The table that a name is short for: {name = "table3"}.
Value named(Value const& name);

/// The one spelling of a key: quotes only around parts with a dot in them.
std::string plain_key(std::string_view key);

/// Whether `key` is `outer` or a key inside of it: "cluster.servers" is within "cluster".
bool is_within(std::string_view key, std::string_view outer);

/// A scalar as TOML: 0.5, "text", true.
std::string toml_text(std::string_view);
std::string toml_text(double);
std::string toml_text(Value const& scalar);

/// "an integer", "a table", ...
std::string type_name(Value const&);

/// The value of this key is wrong, or the key.
struct KeyError : InputError {
  KeyError(std::string const& problem, std::string_view of) : InputError(problem), key(of) {}
  std::string key;
};

/// Throws KeyError "place: key: problem".
[[noreturn]] void fail(Place const& place, std::string_view key, std::string_view problem);

}  // namespace fairslot::scenario
