#include "host/record/sink_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "host/record/tables.hpp"
#include "host/record/written_header.hpp"
#include "host/storage/result_disk.hpp"
#include "kernels/shown.hpp"

namespace fairslot::record {

struct SinkFile::Impl {
  Impl(std::string const& path, ResultHeader const& header, Sink const& sink)
      : temporary(path),
        disk(temporary.descriptor()),
        file(temporary.path(), H5F_ACC_TRUNC, H5::FileCreatPropList::DEFAULT, disk.access()),
        root(file.openGroup("/")),
        run(root.createGroup("run")) {
    write_header(root, run, header);
    H5::Group folder = root.createGroup(sink.name);
    std::vector<std::string> names;
    for (SinkTable const& table : sink.tables) names.push_back(table.name);
    set_attribute(folder, "groups", sink.groups);
    set_attribute(folder, "tables", names);
    for (std::string const& name : sink.groups) {
      H5::Group const group = folder.createGroup(name);
      auto& own = tables.emplace_back();
      for (SinkTable const& table : sink.tables)
        own.emplace_back(group, table.name, table.columns, Packing{table.deflated});
    }
  }

  void check() const {
    if (!disk.error().empty()) throw std::runtime_error(disk.error());
  }

  void close(bool complete) {
    for (std::vector<Table>& group : tables)
      for (Table& table : group) table.pack_rest();
    for (std::vector<Table>& group : tables)
      for (Table& table : group) table.close();
    write_end(root, run, start, complete);
    tables.clear();
    run.close();
    root.close();
    file.close();
    check();
  }

  TemporaryFile temporary;
  storage::ResultDisk disk;
  H5::H5File file;
  H5::Group root, run;
  std::vector<std::vector<Table>> tables;  // by group
  Started start = std::chrono::steady_clock::now();
};

namespace {

bool is_there(std::string const& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

/// Does it, and tells of the file where that fails.
template <class Body>
auto tried(std::string const& path, Body const& body) {
  std::string reason;
  std::lock_guard const lock(hdf5_turn());
  try {
    return body();
  } catch (H5::Exception const& error) {
    reason = hdf5_reason(error);
  } catch (std::runtime_error const& error) {
    reason = error.what();
  }
  throw std::runtime_error(fmt::format("{}: cannot be written ({})", shown_path(path), reason));
}

}  // namespace

SinkFile::SinkFile(std::string path, ResultHeader const& header, Sink const& sink)
    : path_(std::move(path)), replaces_(is_there(path_)) {
  listen_to_hdf5();
  impl_ = tried(path_, [&] { return std::make_unique<Impl>(path_, header, sink); });
}
SinkFile::~SinkFile() = default;

void SinkFile::put(std::size_t group, std::vector<Rows> const& rows) {
  tried(path_, [&] {
    for (std::size_t t = 0; t < rows.size(); ++t) impl_->tables.at(group).at(t).append(rows[t]);
    impl_->check();
  });
}

Published SinkFile::finish(bool complete) {
  tried(path_, [&] { impl_->close(complete); });
  Published published{
      impl_->temporary.publish(complete && replaces_ ? Existing::replace : Existing::keep)};
  if (complete) require_place(published, path_);
  return published;
}

}  // namespace fairslot::record
