/// What a synthetic sample came to be, in numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "host/scenario/scenario.hpp"

namespace fairslot::workload {

/// Of a quantity's values, ascending, the one at this part of them, counted up.
inline constexpr std::array quantile_parts = {0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 1.0};

/// The least, then these parts of them, in equal steps up to the largest.
inline constexpr int curve_steps = 200;

struct Quantity {
  std::string name, unit, drawn_from;  ///< drawn_from: a distribution; empty: what comes of others
  double mean;
  std::array<std::int64_t, quantile_parts.size()> quantiles;
  std::array<std::int64_t, curve_steps + 1> curve;
};

/// Of stretches of `slots` slots each from slot 1 on; the last may be shorter.
struct ArrivalsOverTime {
  std::int64_t slots;
  std::vector<std::int64_t> jobs, tasks;  ///< submitted in each
};

struct SyntheticFacts {
  std::int64_t jobs, tasks, users;  ///< users: that have a job
  std::vector<double> load;         ///< [K] as OfferedLoad has it
  std::vector<Quantity> quantities;
  ArrivalsOverTime arrivals;
};

SyntheticFacts synthetic_facts(scenario::Scenario const&, std::uint64_t sample);

/// "load 0.8000 of cpu_milli, 0.5123 of mem_mib": the scarcest first.
std::string load_text(scenario::Scenario const&, std::vector<double> const& load);
/// The same of a sample, of which nothing is kept.
std::string drawn_load_text(scenario::Scenario const&, std::uint64_t sample);

}  // namespace fairslot::workload
