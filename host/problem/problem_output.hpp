/// What `fairslot run PROBLEM.json` prints and writes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "host/record/text_file.hpp"
#include "host/statistics/run_metrics.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::problem {

/// The object of --json, one line (docs/problem-files.md).
std::string to_json(statistics::ProblemOutcome const& outcome);
/// A table for the screen.
std::string to_table(statistics::ProblemOutcome const& outcome);
inline constexpr char picks_head[] = "slot,user,job,server\n";

/// CSV of --picks, under picks_head. Throws std::runtime_error where it cannot be written.
class PicksFile {
 public:
  PicksFile(std::string path, Problem const& problem);

  void put(std::span<Pick const> picks);
  void publish();

 private:
  std::string path_;
  Problem const& problem_;
  Existing existing_;  // a file of picks may give way, one that came meanwhile not
  record::TextFile file_;
};

}  // namespace fairslot::problem
