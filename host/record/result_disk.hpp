/// The disk under a new HDF5 file: a write that fails is kept in memory and reported apart.
///
/// Why: HDF5 (1.10) cannot close a file after a failed write, and crashes at the end of the
/// process. With this driver it never sees one; whoever writes asks error() and stops.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "host/record/hdf5.hpp"

namespace fairslot {

class ResultDisk {
 public:
  /// Creates the file, which must not exist.
  explicit ResultDisk(std::string const& path);
  ~ResultDisk();
  ResultDisk(ResultDisk const&) = delete;
  ResultDisk& operator=(ResultDisk const&) = delete;

  /// For H5Fcreate with the same path. The disk must outlive the HDF5 file. Throws
  /// std::runtime_error (the reason) where the file could not be created.
  H5::FileAccPropList access();
  /// Empty, or the first failure in the operating system's words.
  std::string const& error() const { return error_; }

  // Called by HDF5.
  void write(std::uint64_t address, std::size_t size, char const* bytes);
  bool read(std::uint64_t address, std::size_t size, char* bytes) const;
  void resize(std::uint64_t size);
  std::uint64_t size() const { return size_; }
  void close();

 private:
  void fail();  ///< keeps errno

  int file_;
  std::uint64_t size_ = 0;
  std::string error_;
  std::map<std::uint64_t, std::vector<char>> refused_;  // by address, after the first failure
};

}  // namespace fairslot
