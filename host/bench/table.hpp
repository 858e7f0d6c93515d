/// The benchmark's results for people, row by row, and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "host/bench/machine.hpp"
#include "host/bench/measure.hpp"
#include "host/bench/scaling.hpp"

namespace fairslot::bench {

/// What all cases have in common.
struct BenchRun {
  Machine machine;
  std::string device, engine, policy;
  int threads = 1, runs = 0;
};

/// Three digits that count, in a fixed notation; a dash for what is not above 0: times varied too
/// much for a difference.
std::string digits(double value);

/// Program, machine, settings.
std::string title(BenchRun const&);
std::string table_head();
std::string table_row(Measured const&);
std::string table_row(Scaling const&);
std::string table_foot();

/// Every single time; times in seconds, memory in bytes.
nlohmann::json to_json(BenchRun const&);
nlohmann::json to_json(Measured const&);
nlohmann::json to_json(Scaling const&);

/// A line a case: its sizes.
std::string case_list(std::vector<Case> const& cases);

}  // namespace fairslot::bench
