// Scenario text and --set: what is accepted loads back from what it is written as, sweep included.
#include "host/scenario/scenario.hpp"

#include <vector>

#include "tests/reliability/fuzz/fuzz.hpp"

namespace fairslot::fuzz {
namespace {

using scenario::Scenario;

/// The input up to a record separator is the file; each further part a --set.
struct Input {
  std::string text;
  std::vector<std::string> sets;
};

Input split(std::string_view bytes) {
  constexpr char separator = '\x1e';
  Input input;
  auto end = bytes.find(separator);
  input.text = bytes.substr(0, end);
  while (end != std::string_view::npos) {
    bytes.remove_prefix(end + 1);
    end = bytes.find(separator);
    input.sets.emplace_back(bytes.substr(0, end));
  }
  return input;
}

std::size_t combinations(Scenario const& scenario) {
  std::size_t count = 1;
  for (Scenario::Sweep const& sweep : scenario.sweep) count *= sweep.values.size();
  return count;
}

void check(Scenario const& scenario) {
  std::string const text = scenario::to_toml(scenario);
  Scenario const again = scenario::parse_scenario(text, "again.toml");
  require(scenario::to_toml(again) == text, "a scenario loads back from its text");
  require(scenario::hash_of(again) == scenario::hash_of(scenario), "its hash is the text's");

  auto const points = scenario::sweep_points(scenario);
  require(points.size() == combinations(scenario), "a point a combination of swept values");
  for (scenario::Point const& point : points) {
    require(point.set.size() == scenario.sweep.size(), "a point sets every swept key");
    require(point.scenario.sweep.empty(), "a point sweeps nothing");
  }
}

}  // namespace
}  // namespace fairslot::fuzz

int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace fairslot;
  auto const input = fuzz::split({reinterpret_cast<char const*>(data), size});
  scenario::Scenario scenario;
  if (fuzz::accepted(
          [&] { scenario = scenario::parse_scenario(input.text, "fuzz.toml", input.sets); }))
    fuzz::check(scenario);
  return 0;
}
