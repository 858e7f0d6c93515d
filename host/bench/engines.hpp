/// One case under several engines: is there a better one than what `auto` takes?
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "host/bench/cases.hpp"
#include "host/bench/measure.hpp"

namespace fairslot::bench {

/// A share of the best engine's speed that `auto` should have.
inline constexpr double good_enough = 0.9;

struct EngineSpeed {
  Engine engine;
  bool too_slow = false;           ///< ended after many times what `auto` needs
  std::vector<double> rates = {};  ///< picks a second in the window, a repetition each
  double rate() const;             ///< their median, 0 where it was too slow
};

struct EngineComparison {
  Case measured;
  Engine chosen;                    ///< what `auto` takes
  std::vector<EngineSpeed> speeds;  ///< `auto` first, then those that can serve the case

  EngineSpeed const& best() const;  ///< of those asked for by name; `auto` where none of them could
  double share_of_best() const;     ///< that `auto` has
};

/// "all", or names: "scan,ratio". Throws PolicyError or InputError.
std::vector<Engine> parse_engines(std::string const& names);

/// All run in turns on the same problems. Throws PicksDiffer where two do not start the same tasks,
/// Interrupted soon after a signal.
EngineComparison compare_engines(Case const&, MeasureSettings, std::vector<Engine> const&);

std::string engines_head(std::vector<Engine> const&);
std::string engines_row(EngineComparison const&, std::vector<Engine> const&);
/// In how many cases `auto` is good enough.
std::string engines_foot(std::vector<EngineComparison> const&);
nlohmann::json to_json(EngineComparison const&);

}  // namespace fairslot::bench
