/// A text that people asked for, such as CSV or JSON.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "host/temporary_file.hpp"

namespace fairslot::record {

/// A pipe or device is written to as it is; any other file appears under its name when it is whole.
/// Throws std::runtime_error, one line that names it, where it cannot be written; Interrupted after
/// a signal while nobody reads the pipe.
class TextFile {
 public:
  explicit TextFile(std::string path);
  ~TextFile();
  TextFile(TextFile const&) = delete;
  TextFile& operator=(TextFile const&) = delete;

  void write(std::string_view text);
  /// The last call. Returns the name that the file has got, see TemporaryFile::publish.
  std::string publish(Existing existing = Existing::replace);

 private:
  [[noreturn]] void fail() const;

  std::string path_;
  std::optional<TemporaryFile> temporary_;
  std::FILE* file_;
};

}  // namespace fairslot::record
