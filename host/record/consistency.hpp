/// Whether the parts of a results file belong together: each may be as somebody wrote it, all
/// digests may fit, and the file be none that a run leaves. Functions throw FormatError.
#pragma once

#include <string>
#include <vector>

#include "host/record/digest.hpp"
#include "host/record/run_tables_read.hpp"
#include "host/record/stored_header.hpp"
#include "host/statistics/summary.hpp"
#include "kernels/list.hpp"

namespace fairslot::record {

/// What has been read of a file without its long tables.
struct StoredFile {
  H5::Group root;
  Content content;
  StoredHeader header;
  statistics::Summary summary;
  List<std::vector<StoredRun>> runs;  ///< of samples that count, a list a policy

  bool has(std::string const& place) const;  ///< "/policies/tsf/slots"
  /// Throws where there is none.
  StoredTable const& table(std::string const& place) const;
};

/// For every reader, before it shows anything: the tables that /scenario calls for are there with
/// their columns, and no others; the header, /points, /policies/*/runs and /summary are of the same
/// points, policies, samples and tasks.
StoredFile read_consistent(H5::Group const& root, Content content);

// Parts of it.
std::vector<StoredRun> read_consistent_runs(StoredFile const& file, int policy);
void require_consistent_summary(StoredFile const& file);

/// The rows of jobs and users are of the policy's runs, in their order, and add up to them and to
/// /summary.
void require_jobs_and_users(StoredFile const& file, int policy);

/// For verify: reads every row of the file; those of slots, picks, the distributions and /cluster
/// are of runs that count, too.
void require_every_row(StoredFile const& file);

}  // namespace fairslot::record
