/// What an import reads: files or what comes in on stdin, plain or gzip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "host/sha256.hpp"

namespace fairslot::traces {

/// The bytes of one input, unpacked, from its beginning to its end. A last line that has no end
/// gets one. Functions throw InputError, one line that names the input.
class Input {
 public:
  /// "-": stdin.
  explicit Input(std::string path);
  ~Input();
  Input(Input const&) = delete;
  Input& operator=(Input const&) = delete;

  /// Fills `bytes` but at the end; 0 behind it.
  std::size_t read(char* bytes, std::size_t most);
  /// The first line, or its first 64 KiB; before anything is read.
  std::string first_line();
  std::string const& name() const { return name_; }  ///< as messages have it
  /// Of the bytes as they are in the file, all of which have been read.
  std::string sha256() const { return hash_.hex(); }
  /// Bytes of the file that have been read, of so many; 0: not known.
  std::uint64_t position() const { return position_; }
  std::uint64_t size() const { return size_; }

 private:
  struct Gzip;
  std::size_t read_file(char* bytes, std::size_t most);
  std::size_t read_plain(char* bytes, std::size_t most);
  void look_at_begin();
  std::size_t read_some(char* bytes, std::size_t most);
  std::size_t unpack(char* bytes, std::size_t most);
  [[noreturn]] void refuse(std::string const& problem) const;

  std::string name_;
  int file_ = -1;
  std::uint64_t position_ = 0, size_ = 0;
  Sha256 hash_;
  std::unique_ptr<Gzip> gzip_;
  std::string begin_;  // of the file, looked at, not yet read
  std::string ahead_;  // of first_line(), not yet read
  char last_ = '\n';
  bool begun_ = false, ended_ = false;
};

}  // namespace fairslot::traces
