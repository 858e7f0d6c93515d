// The documentation of a scenario's keys.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "host/scenario/collector.hpp"

namespace fairslot::scenario {
std::vector<KeyInfo> keys() {
  Collector collector;
  Scenario scenario;
  describe(collector, scenario);
  return std::move(collector).keys();
}

std::string meaning_of(std::string const& key, std::string const& value) {
  static auto const all = keys();
  auto const at = std::ranges::find(all, key, &KeyInfo::key);
  if (at == all.end() || !at->special) return "";
  double number = 0;
  auto const [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  return error == std::errc{} && number == *at->special ? at->meaning : "";
}

std::string keys_table(std::vector<KeyInfo> const& keys) {
  std::string out =
      "| key | type | unit | default | allowed | meaning |\n| --- | --- | --- | --- | --- | --- "
      "|\n";
  for (KeyInfo const& key : keys)
    out += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", key.key, key.type, key.unit,
                       key.standard, key.allowed, key.doc);
  return out;
}

std::string keys_markdown() { return keys_table(keys()); }

}  // namespace fairslot::scenario
