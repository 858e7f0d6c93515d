/// Tables of producers besides the simulator, read back: that they are as their sink says.
#pragma once

#include <string>
#include <vector>

#include "host/record/digest.hpp"
#include "host/record/stored_header.hpp"

namespace fairslot::record {

/// What /NAME says of itself.
struct StoredSink {
  std::string name;
  std::vector<std::string> groups, tables;
};

/// Those that have tables. Throws FormatError where one does not say of which groups and tables.
std::vector<StoredSink> other_sinks(H5::Group const& root, Content const& content);

/// Reads all rows: those of a table are in the order of point and sample, of pairs of the file, and
/// each group has the same columns. Throws FormatError. The number of points is that of /points.
void require_rows(StoredSink const& sink, StoredHeader const& header, Content const& content);

}  // namespace fairslot::record
