#include "host/pool/read_published.hpp"

#include <fmt/format.h>

#include "host/error.hpp"
#include "host/pool/ranges.hpp"
#include "host/pool/solver.hpp"

namespace fairslot::pool {
namespace {

using scenario::fail;
using scenario::Value;

/// Results have mechanisms under these names.
void require_own_name(Value const& given, std::string const& key) {
  std::string const name = text(given, key);
  try {
    if (std::string const own = Solver(name).text(); own != name)
      refuse(given, key, scenario::toml_text(own));
  } catch (SpecError const& error) {
    fail(given.place, key, error.what());
  }
}

/// A row of [resources] numbers; how many rows there are.
std::size_t require_rows(Value const& given, std::string const& key, std::size_t resources) {
  std::size_t rows = 0;
  for (Value const& row : list(given, key, "lists of numbers")) {
    std::string const own = fmt::format("{}.{}", key, rows++);
    require_length(row, own, numbers(row, own, amounts).size(), resources, "one a resource");
  }
  if (rows == 0) fail(given.place, key, "an empty list (allowed: at least one list)");
  return rows;
}

}  // namespace

void require_published(Value const& published, std::size_t users, std::size_t resources) {
  std::size_t index = 0;
  for (Value const& one : list(published, "published", "tables")) {
    Keys keys(one, fmt::format("published.{}", index++));
    require_own_name(keys.get("mechanism", "the name of one"), keys.full("mechanism"));
    text(keys.get("source", "a text: where it is printed"), keys.full("source"));
    Value const* const allocation = keys.find("allocation");
    Value const* const used = keys.find("used");
    keys.refuse_others();
    if (!allocation && !used)
      fail(one.place, keys.full("allocation"), "is missing (allowed: allocation, used or both)");
    if (allocation) {
      std::string const key = keys.full("allocation");
      require_length(*allocation, key, require_rows(*allocation, key, resources), users,
                     "a list a user");
    }
    if (used) require_rows(*used, keys.full("used"), resources);
  }
}

}  // namespace fairslot::pool
