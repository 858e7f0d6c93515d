/// Where a producer of rows puts them: the simulator into jobs, users, runs, slots and picks of
/// each policy, another solver into tables of its own.
#pragma once

#include <string>
#include <vector>

#include "host/record/rows.hpp"
#include "kernels/list.hpp"

namespace fairslot::record {

/// The columns of every table of a sink begin with the point and the sample, both int32.
Columns after_point_and_sample(Columns more);

struct SinkTable {
  std::string name;
  Columns columns;
  bool of_failed = false;  ///< keeps the rows of samples that came to no end, see Ending
  bool deflated = true;    ///< not where there are many rows of numbers that hardly get smaller
};

/// Tables /NAME/GROUP/TABLE of a results file: every group has all of them. Names are those of
/// members of an HDF5 group, of ours none twice.
struct Sink {
  std::string name;                 ///< "policies"
  std::vector<std::string> groups;  ///< "tvtsf", "tsf"; at least one
  std::vector<SinkTable> tables;    ///< at least one
  List<std::size_t> at = {};        ///< how many groups have rows, a value a point; empty: all
};

/// What a call means for its group of a sample.
enum class Ending {
  none,    ///< more rows come
  whole,   ///< these are the last
  failed,  ///< there will be no more: of the sample only tables `of_failed` keep rows
};

}  // namespace fairslot::record
