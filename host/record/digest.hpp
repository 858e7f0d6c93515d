/// One digest of all that a results file says.
#pragma once

#include <string>
#include <vector>

#include "host/record/tables.hpp"

namespace fairslot::record {

/// Of everything below a group but the rows themselves, for which each table's `sha256` stands:
/// the members' names, the columns, the attributes. analysis/README.md says how.
struct Content {
  std::string digest;               ///< 64 hex digits
  std::vector<StoredTable> tables;  ///< in order of their paths
};

/// Of a file without /run. Throws FormatError where something is no results file's.
Content content_of(H5::Group const& root);
/// Of /run, which differs between equal runs.
Content run_content_of(H5::Group const& root);

/// Write both digests: attribute `digest` of / and of /run. The last thing before the file is
/// closed.
void seal(H5::Group& root, H5::Group& run);
/// Throws FormatError where they differ.
Content check_seal(H5::Group const& root);

}  // namespace fairslot::record
