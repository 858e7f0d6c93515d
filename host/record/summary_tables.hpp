/// /summary and /points of a results file: what a sweep says, to be read back without computing.
#pragma once

#include <utility>
#include <vector>

#include "host/record/tables.hpp"
#include "host/statistics/sweep_statistics.hpp"

namespace fairslot::record {

/// /points: a row a point, a column a swept key: integers or doubles where all its values are, else
/// text.
std::pair<Columns, Rows> points_table(std::vector<statistics::SweepPoint> const& points);

/// Of /summary/cdf/NAME/METRIC.
Columns cdf_columns();

void write_summary(H5::Group root, statistics::SweepStatistics const& statistics,
                   statistics::Summary const& summary);

/// Throws FormatError where something is missing, damaged or impossible.
statistics::Summary read_summary_tables(H5::Group const& root);

}  // namespace fairslot::record
