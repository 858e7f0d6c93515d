/// A file without a name for what does not fit into memory: it is gone when the object is.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace fairslot::spill {

/// Nothing is made before the first append(). Functions throw std::runtime_error with the operating
/// system's reason. One thread at a time.
class File {
 public:
  /// Lies in `folder`, which has to exist by then.
  explicit File(std::string folder) : folder_(std::move(folder)) {}
  ~File();
  File(File const&) = delete;
  File& operator=(File const&) = delete;

  /// Returns where the bytes lie: behind those of the call before.
  std::uint64_t append(std::span<char const> bytes);
  void read(std::uint64_t offset, std::span<char> bytes) const;
  /// These bytes are not read again: their room on the disk is given back where that is possible.
  void release(std::uint64_t offset, std::uint64_t bytes);

 private:
  std::string folder_;
  int file_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace fairslot::spill
