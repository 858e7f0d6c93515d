/// The disk under a new HDF5 file: a write that fails is kept in memory and reported apart.
///
/// Why: HDF5 (1.10) cannot close a file after a failed write, and crashes at the end of the
/// process. With this driver it never sees one; whoever writes asks error() and stops.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "host/storage/hdf5.hpp"

namespace fairslot::storage {

class ResultDisk {
 public:
  /// The empty file behind an open descriptor, which stays the caller's. On the thread that writes.
  explicit ResultDisk(int descriptor);
  ~ResultDisk();
  ResultDisk(ResultDisk const&) = delete;
  ResultDisk& operator=(ResultDisk const&) = delete;

  /// For H5Fcreate, whatever path it is given. The disk must outlive the HDF5 file. Throws
  /// std::runtime_error (the reason) where there is no such descriptor.
  H5::FileAccPropList access();
  /// Empty, or the first failure in the operating system's words.
  std::string const& error() const { return error_; }

  // Called by HDF5.
  void write(std::uint64_t address, std::size_t size, char const* bytes);
  [[nodiscard]] bool read(std::uint64_t address, std::size_t size, char* bytes) const;
  void resize(std::uint64_t size);
  std::uint64_t size() const { return size_; }
  void close();

 private:
  void fail();  ///< keeps errno
  void send();  ///< what has been written, to the device, while more is made: fsync waits for less

  int file_;
  std::uint64_t size_ = 0, sent_ = 0;
  std::string error_;
  std::map<std::uint64_t, std::vector<char>> refused_;  // by address, after the first failure
};

}  // namespace fairslot::storage
