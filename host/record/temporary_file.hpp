/// A file that appears under its name only when it is whole.
#pragma once

#include <string>

namespace fairslot {

/// Names a file beside `target` that does not exist yet, and removes it unless publish() was
/// called. Errors are std::runtime_error, one line that names the target.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string target);  ///< makes missing folders
  ~TemporaryFile();
  TemporaryFile(TemporaryFile const&) = delete;
  TemporaryFile& operator=(TemporaryFile const&) = delete;
  /// Those of this moment, by a program that ends at once.
  static void remove_all();

  std::string const& path() const { return path_; }
  /// Flushes the closed file to disk and renames it.
  void publish();

 private:
  void enlist();
  void strike_off();

  static TemporaryFile* newest_;
  TemporaryFile* older_ = nullptr;
  std::string target_, folder_, path_;
};

}  // namespace fairslot
