/// The rows of a run in a results file beside those of the same run made again.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/record/recorder.hpp"
#include "host/record/rows.hpp"

namespace fairslot::record {

struct StoredFile;

/// Point and sample.
using RunAt = std::pair<std::int32_t, std::int32_t>;

/// Slots, jobs, users and the run: what a run made again is compared by. DFE, shares and picks,
/// which take more to make than the run does, are not.
RunTables compared(RunTables recorded);

/// What rows come to, a number a table: equal for equal rows.
using RowsDigest = std::array<std::uint64_t, 4>;

/// Of a run made again, with the tables that are compared.
class RowsAgain {
 public:
  RowsAgain(RunAt at, Problem const& problem, RunResult const& run,
            std::vector<std::string> const& resources, RunTables const& tables);

  RowsDigest digest() const;
  /// Where the file has something else, one line without its name: the first row and column, in
  /// the slots if they are recorded.
  std::optional<std::string> difference(std::string const& path, std::string const& policy) const;

 private:
  template <class Body>
  void for_each_row(std::size_t table, Body const& body) const;
  std::optional<std::string> difference(StoredFile const& file, std::string const& policy,
                                        std::size_t table) const;

  RunAt at_;
  RunTables tables_;
  std::array<Rows, 4> rows_;        // by table
  std::array<Columns, 4> columns_;  // the same
};

/// Of all runs of the policy in the file.
std::map<RunAt, RowsDigest> digests_of_runs(std::string const& path, std::string const& policy,
                                            RunTables const& tables);

/// Rows of a table of another producer than the simulator, of one run made again.
struct TableAgain {
  std::string name;
  Columns columns;       ///< point and sample first
  std::size_t keys = 0;  ///< how many behind those say which row it is
  Rows rows;
};

/// Where the file has something else in this group of tables ("stages/fgm"): as above.
std::optional<std::string> difference_from(std::string const& path, std::string const& group, RunAt,
                                           std::vector<TableAgain> const&);
/// Whether the table holds rows of that run.
bool has_rows(std::string const& path, std::string const& place, RunAt);

}  // namespace fairslot::record
