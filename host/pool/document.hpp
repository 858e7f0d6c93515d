/// Values of a TOML document by their keys, each in its range; what is wrong is told with its
/// place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/scenario/document.hpp"

namespace fairslot::pool {

/// Numbers from `least` to `most`, and 0 where it is allowed besides.
struct Numbers {
  double least, most;
  bool or_zero = false;
  std::string text() const;
  bool has(double number) const;
};

/// A table whose keys are asked for one by one.
class Keys {
 public:
  using Value = scenario::Value;

  /// `path`: the key that leads to it, "users.0"; "" for the whole document.
  Keys(Value const& value, std::string path);

  /// Null where there is no such key.
  Value const* find(std::string_view name);
  /// `allowed` says what it should be.
  Value const& get(std::string_view name, std::string_view allowed);
  std::string full(std::string_view name) const;
  /// After all keys were asked for: the first in the file that nobody knows is refused.
  void refuse_others() const;

 private:
  scenario::Table const* table_;
  scenario::Place place_;
  std::string path_;
  std::vector<std::string_view> names_;
};

// Each reads the value of a key or throws InputError.
double number(scenario::Value const&, std::string const& key, Numbers const&);
std::int64_t integer(scenario::Value const&, std::string const& key, std::int64_t least,
                     std::int64_t most);
/// `otherwise` where there is no such key.
std::int64_t integer_or(Keys&, std::string_view name, std::int64_t least, std::int64_t most,
                        std::int64_t otherwise);
std::string text(scenario::Value const&, std::string const& key);
std::vector<scenario::Value> const& list(scenario::Value const&, std::string const& key,
                                         std::string_view of);
std::vector<double> numbers(scenario::Value const&, std::string const& key, Numbers const&);

/// The index of the name.
std::size_t name(scenario::Value const&, std::string const& key,
                 std::span<std::string_view const> names);
/// Of a list; `each` says what they are: "one a resource".
void require_length(scenario::Value const&, std::string const& key, std::size_t have,
                    std::size_t want, std::string_view each);

/// "X is not allowed (allowed: ...)", thrown.
[[noreturn]] void refuse(scenario::Value const&, std::string const& key, std::string_view allowed);

}  // namespace fairslot::pool
