/// A results file of one producer that is not the simulator: header and tables, no runs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "host/record/header.hpp"
#include "host/record/published.hpp"
#include "host/record/sink.hpp"
#include "host/temporary_file.hpp"

namespace fairslot::record {

/// The header has no policies and one sample. One thread makes all calls, and writes. The file
/// appears under its name in finish(). Where it cannot be written every function throws
/// std::runtime_error with one line that names it.
class SinkFile {
 public:
  SinkFile(std::string path, ResultHeader const& header, Sink const& sink);
  ~SinkFile();
  SinkFile(SinkFile const&) = delete;
  SinkFile& operator=(SinkFile const&) = delete;

  /// A value a table, in the order of points.
  void put(std::size_t group, std::vector<Rows> const& rows);
  /// A file that is not complete says so and takes no other's place. Where another has got the name
  /// since the object was made, both stay: std::runtime_error says where this one is.
  Published finish(bool complete = true);

 private:
  struct Impl;
  std::string path_;
  bool replaces_;  ///< a file that had the name from the beginning
  std::unique_ptr<Impl> impl_;
};

}  // namespace fairslot::record
