/// A trace that is being made, before it is a file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "host/traces/job_order.hpp"
#include "host/traces/names.hpp"

namespace fairslot::traces {

struct TracedNode {
  std::string name;
  std::int32_t of_class;
  std::array<std::int32_t, max_resources> capacity{};  ///< 0 beyond K
  double speed = 1.0;
};

/// Why a row was skipped, the first few of them.
struct KeptBadRow {
  std::string file;
  std::int64_t line;
  std::string reason;
};

struct Draft {
  explicit Draft(std::string const& folder) : jobs(folder) {}

  std::string format;
  std::vector<std::string> inputs, sha256;  ///< names without folders; of the files' bytes
  std::vector<std::string> settings;        ///< "key=value"
  std::vector<std::string> resources;       ///< [K]
  Names users, names, classes;              ///< names: of jobs
  std::vector<std::vector<std::int32_t>> allowed;
  std::vector<TracedNode> nodes;
  JobOrder jobs;
  std::vector<KeptBadRow> bad_rows;
  std::int64_t rows_read = 0, rows_bad = 0;
};

/// The file appears under its name when it is whole. Throws std::runtime_error, one line.
void write_trace(std::string const& path, Draft& draft);

}  // namespace fairslot::traces
