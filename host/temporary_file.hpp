/// A file that appears under its name only when it is whole.
#pragma once

#include <atomic>
#include <cstdio>
#include <string>

namespace fairslot {

/// What becomes of a file that has the name already when another is published.
enum class Existing { keep, replace };

/// An empty file beside `target`, open for reading and writing, which is removed unless publish()
/// was called. No other process opens it, whatever its id: the name is new, the file is made
/// exclusively, and locked (flock) as long as this lives. Errors are std::runtime_error, one line
/// that names the target.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string target);  ///< makes missing folders
  ~TemporaryFile();
  TemporaryFile(TemporaryFile const&) = delete;
  TemporaryFile& operator=(TemporaryFile const&) = delete;
  /// Those of this moment, by a program that ends at once: also for a signal's handler.
  static void remove_all();

  std::string const& path() const { return path_; }
  int descriptor() const { return file_; }
  /// The caller closes it, before publish(); nullptr: errno says why.
  std::FILE* stream() const;
  /// Flushes the file to disk and gives it the target's name, which is returned; Existing::keep:
  /// where that is taken, the first free one of NAME-2, NAME-3, ...
  std::string publish(Existing existing = Existing::replace);

 private:
  void create();
  void enlist();
  void strike_off();

  std::string target_, folder_, path_;
  std::atomic<char const*>* listed_ = nullptr;
  int file_ = -1;
};

}  // namespace fairslot
