/// /summary and /points of a results file: what a sweep says, to be read back without computing.
#pragma once

#include <utility>
#include <vector>

#include "host/record/table.hpp"
#include "host/statistics/sweep_statistics.hpp"

namespace fairslot {

/// /points: a row a point, a column a swept key: integers or doubles where all its values are, else
/// text.
std::pair<Columns, Rows> points_table(std::vector<SweepPoint> const& points);

/// Of /summary/cdf/NAME/METRIC.
Columns cdf_columns();

void write_summary(H5::Group root, SweepStatistics const& statistics, Summary const& summary);

/// Throws FormatError where something is missing, damaged or impossible.
Summary read_summary_tables(H5::Group const& root);

}  // namespace fairslot
