#include <fmt/format.h>

#include <stdexcept>

#include "host/error.hpp"
#include "host/storage/result_disk.hpp"
#include "host/storage/table.hpp"
#include "host/temporary_file.hpp"
#include "host/traces/draft.hpp"
#include "host/traces/layout.hpp"

namespace fairslot::traces {
namespace {

using storage::Rows, storage::Table;

constexpr std::int32_t rows_at_once = 4096;
constexpr std::size_t packers = 2;  // deflating is most of the work

NameLengths lengths_of(Draft const& draft) {
  NameLengths lengths{draft.users.longest(), draft.names.longest(), 1, draft.classes.longest()};
  for (TracedNode const& node : draft.nodes)
    lengths.nodes = std::max(lengths.nodes, node.name.size());
  return lengths;
}

/// Hands `row(i, rows)` all numbers below `count`, some rows at a time.
template <class Row>
void write_rows(H5::Group const& root, std::string const& name, storage::Columns const& columns,
                std::int32_t count, Row const& row) {
  Table table(root, name, columns);
  for (std::int32_t first = 0; first < count; first += rows_at_once) {
    Rows rows;
    for (std::int32_t i = first; i < std::min(count, first + rows_at_once); ++i) row(i, rows);
    table.append(rows);
  }
  table.close();
}

void write_names(H5::Group const& root, Draft const& draft, NameLengths const& lengths) {
  write_rows(root, "users", user_columns(lengths), draft.users.count(),
             [&](std::int32_t i, Rows& rows) {
               rows.put(i);
               rows.put_text(draft.users.name(i), lengths.users);
               rows.put(1.0);
             });
  write_rows(root, "classes", class_columns(lengths), draft.classes.count(),
             [&](std::int32_t i, Rows& rows) {
               rows.put(i);
               rows.put_text(draft.classes.name(i), lengths.classes);
             });
  write_rows(root, "allowed", allowed_columns(), static_cast<std::int32_t>(draft.allowed.size()),
             [&](std::int32_t i, Rows& rows) {
               for (std::int32_t const c : draft.allowed[static_cast<std::size_t>(i)])
                 rows.put(i, c);
             });
}

void write_nodes(H5::Group const& root, Draft const& draft, NameLengths const& lengths) {
  write_rows(root, "nodes", node_columns(lengths, draft.resources),
             static_cast<std::int32_t>(draft.nodes.size()), [&](std::int32_t i, Rows& rows) {
               TracedNode const& node = draft.nodes[static_cast<std::size_t>(i)];
               rows.put(i);
               rows.put_text(node.name, lengths.nodes);
               rows.put(node.of_class, node.speed);
               for (std::size_t r = 0; r < draft.resources.size(); ++r) rows.put(node.capacity[r]);
             });
}

/// Times become those from the first submission.
void write_jobs(H5::Group const& root, Draft& draft, NameLengths const& lengths) {
  Table table(root, "jobs", job_columns(lengths, draft.resources), {.packers = packers});
  std::int64_t first = 0, count = 0;
  Rows rows;
  draft.jobs.for_each([&](TracedJob const& job) {
    if (count++ == 0) first = job.submit;
    rows.put(job.user);
    rows.put_text(draft.names.name(job.name), lengths.jobs);
    rows.put(job.submit - first, job.duration);
    rows.put(job.tasks);
    for (std::size_t r = 0; r < draft.resources.size(); ++r) rows.put(job.demand[r]);
    rows.put(job.allowed, job.per_server);
    if (count % rows_at_once == 0) table.append(std::exchange(rows, Rows()));
  });
  table.append(rows);
  table.close();
}

void write_bad_rows(H5::Group const& root, Draft const& draft) {
  using enum storage::ColumnType;
  std::size_t file = 1, reason = 1;
  for (KeptBadRow const& row : draft.bad_rows) {
    file = std::max(file, row.file.size());
    reason = std::max(reason, row.reason.size());
  }
  Rows rows;
  for (KeptBadRow const& row : draft.bad_rows) {
    rows.put_text(row.file, file);
    rows.put(row.line);
    rows.put_text(row.reason, reason);
  }
  storage::write_table(
      root, "bad_rows",
      {storage::text_column("file", file), {"line", i64}, storage::text_column("reason", reason)},
      rows);
}

void write_facts(H5::Group& trace, Draft const& draft) {
  storage::set_attribute(trace, "format_version", trace_format_version);
  storage::set_attribute(trace, "format", draft.format);
  storage::set_attribute(trace, "inputs", draft.inputs);
  storage::set_attribute(trace, "inputs_sha256", draft.sha256);
  storage::set_attribute(trace, "settings", draft.settings);
  storage::set_attribute(trace, "resources", draft.resources);
  storage::set_attribute(trace, "rows_read", draft.rows_read);
  storage::set_attribute(trace, "rows_bad", draft.rows_bad);
}

void write_file(std::string const& path, storage::ResultDisk& disk, Draft& draft) {
  H5::H5File file(path, H5F_ACC_TRUNC, H5::FileCreatPropList::DEFAULT, disk.access());
  H5::Group root = file.openGroup("/");
  H5::Group trace = root.createGroup("trace");
  NameLengths const lengths = lengths_of(draft);
  write_facts(trace, draft);
  write_names(root, draft, lengths);
  write_jobs(root, draft, lengths);
  write_nodes(root, draft, lengths);
  write_bad_rows(root, draft);
}

}  // namespace

void write_trace(std::string const& path, Draft& draft) {
  TemporaryFile temporary(path);
  storage::ResultDisk disk(temporary.descriptor());
  std::string reason;
  std::lock_guard const lock(storage::hdf5_turn());
  storage::listen_to_hdf5();
  try {
    write_file(temporary.path(), disk, draft);
    reason = disk.error();
  } catch (H5::Exception const& error) {
    reason = storage::hdf5_reason(error);
  }
  if (reason.empty()) temporary.publish();
  if (reason.empty()) return;
  throw std::runtime_error(fmt::format("{}: cannot be written ({})", shown_path(path), reason));
}

}  // namespace fairslot::traces
