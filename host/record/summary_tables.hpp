/// /summary and /points of a results file: what a sweep says, to be read back without computing.
#pragma once

#include "host/record/hdf5.hpp"
#include "host/statistics/sweep_statistics.hpp"

namespace fairslot {

/// A row a point, a column a swept key: integers or doubles where all its values are, else text.
void write_points(H5::Group root, std::vector<SweepPoint> const& points);

void write_summary(H5::Group root, SweepStatistics const& statistics, Summary const& summary);

/// Throws FormatError where something is missing, damaged or impossible.
Summary read_summary_tables(H5::Group const& root);

}  // namespace fairslot
