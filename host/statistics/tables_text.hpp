/// Words and numbers that the tables for the screen share.
#pragma once

#include <optional>
#include <string>

#include "host/statistics/summary.hpp"

namespace fairslot::statistics {

/// Four significant digits, between 1,000 and 10^7 all those before the point; "-" where there is
/// none.
std::string number(std::optional<double> value);

/// "216.4 ± 40.12": mean and half of the 95 % interval; the mean alone of one sample.
std::string with_interval(Estimate const& estimate);

/// "45.12" of 0.4512, as number().
std::string percent(std::optional<double> share);

inline int points_of(Summary const& summary) { return static_cast<int>(summary.points.size()); }

/// "0.25" or "0.25, rows": the swept values, the scenario's name without a sweep.
std::string point_values(Summary const& summary, int point);

bool any_unstarted(Summary const& summary);

/// "tsf/cdrf:memory=slot": of several policies, options that are all the same once.
std::string names_of(Summary const& summary, std::vector<int> const& policies);

/// What gains are over, of comparisons with at most so many policies.
std::string best_of(std::size_t policies);

/// The tables of format_tables().
std::string short_tables(Summary const& summary, bool all_pairs);
std::string long_tables(Summary const& summary, bool all_pairs);

}  // namespace fairslot::statistics
