/// Tables of a trace file, their columns in order; analysis/README.md describes them.
#pragma once

#include <string>
#include <vector>

#include "host/storage/rows.hpp"

namespace fairslot::traces {

inline constexpr std::int64_t trace_format_version = 1;

/// Lengths of its texts, in bytes.
struct NameLengths {
  std::size_t users = 1, jobs = 1, nodes = 1, classes = 1;
};

inline storage::Columns user_columns(NameLengths const& lengths) {
  using enum storage::ColumnType;
  return {{"user", i32}, storage::text_column("name", lengths.users), {"weight", f64}};
}

inline storage::Columns job_columns(NameLengths const& lengths,
                                    std::vector<std::string> const& resources) {
  using enum storage::ColumnType;
  storage::Columns columns = {{"user", i32},
                              storage::text_column("name", lengths.jobs),
                              {"submit_ms", i64, "ms"},
                              {"duration_ms", i64, "ms"},
                              {"tasks", i32}};
  for (std::string const& name : resources) columns.push_back({"demand_" + name, i32});
  columns.push_back({"allowed", i32});
  columns.push_back({"per_server", i32, "tasks"});
  return columns;
}

inline storage::Columns node_columns(NameLengths const& lengths,
                                     std::vector<std::string> const& resources) {
  using enum storage::ColumnType;
  storage::Columns columns = {
      {"node", i32}, storage::text_column("name", lengths.nodes), {"class", i32}, {"speed", f64}};
  for (std::string const& name : resources) columns.push_back({"capacity_" + name, i32});
  return columns;
}

inline storage::Columns class_columns(NameLengths const& lengths) {
  using enum storage::ColumnType;
  return {{"class", i32}, storage::text_column("name", lengths.classes)};
}

inline storage::Columns allowed_columns() {
  using enum storage::ColumnType;
  return {{"allowed", i32}, {"class", i32}};
}

}  // namespace fairslot::traces
