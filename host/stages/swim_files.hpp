/// Rows of each source that some point of a scenario draws from, read once.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "host/stages/scenario.hpp"
#include "host/stages/swim.hpp"

namespace fairslot::stages {

class SwimFiles {
 public:
  /// Throws InputError.
  explicit SwimFiles(ScenarioFile const& file) {
    for (SweptScenario const& point : file.points)
      if (point.scenario.is_drawn() && !rows_.contains(point.scenario.swim.path()))
        rows_[point.scenario.swim.path()] = swim_rows(point.scenario.swim.path());
  }
  std::vector<SwimRow> const& of(Scenario const& scenario) const {
    static std::vector<SwimRow> const none;
    auto const at = rows_.find(scenario.swim.path());
    return at == rows_.end() ? none : at->second;
  }

 private:
  std::map<std::string, std::vector<SwimRow>> rows_;  ///< by path
};

}  // namespace fairslot::stages
