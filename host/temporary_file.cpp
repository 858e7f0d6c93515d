#include "host/temporary_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "host/free_name.hpp"
#include "host/temporary_name.hpp"
#include "kernels/shown.hpp"

namespace fairslot {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(std::string const& target, std::string const& reason) {
  throw std::runtime_error(fmt::format("{}: cannot be written ({})", shown_path(target), reason));
}

/// False where another process thought it a left-over one, locked it and removed it: between its
/// making and its lock. Not every file system knows locks.
bool is_ours(int file) {
  struct stat status {};
  bool const locked = ::flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
  return locked && ::fstat(file, &status) == 0 && status.st_nlink > 0;
}

/// "results/study-2.h5"
std::string other_name(std::string const& target, int number) {
  fs::path const path(target);
  auto const name = fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string());
  return (path.parent_path() / name).string();
}

/// Best effort: the file is there and whole.
void flush_folder(std::string const& folder) {
  int const file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

/// Names of the temporary files: whoever takes one out may use it. A signal's handler can wait for
/// no lock; of more files at once than there are places the last ones are not listed.
std::array<std::atomic<char const*>, 64> list;
static_assert(std::atomic<char const*>::is_always_lock_free);

}  // namespace

void TemporaryFile::enlist() {
  for (std::atomic<char const*>& place : list) {
    char const* none = nullptr;
    if (!place.compare_exchange_strong(none, path_.c_str())) continue;
    listed_ = &place;
    return;
  }
}

/// Where the name has been taken the program is about to end.
void TemporaryFile::strike_off() {
  if (listed_ && !std::exchange(listed_, nullptr)->exchange(nullptr))
    for (;;) ::pause();
}

void TemporaryFile::remove_all() {
  for (std::atomic<char const*>& place : list)
    if (char const* const name = place.exchange(nullptr)) ::unlink(name);
}

TemporaryFile::TemporaryFile(std::string target) : target_(std::move(target)) {
  fs::path const path(target_);
  folder_ = path.has_parent_path() ? path.parent_path().string() : ".";
  std::error_code error;
  if (fs::is_directory(path, error)) fail(target_, "it is a folder");
  fs::create_directories(folder_, error);
  if (std::error_code other; error && !fs::is_directory(folder_, other))
    fail(target_, error.message());
  create();
  enlist();
}

void TemporaryFile::create() {
  std::string const name = fs::path(target_).filename().string();
  do {
    if (file_ >= 0) ::close(file_);
    path_ = folder_ + "/" + temporary_name(name);
    file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file_ < 0 && errno != EEXIST) fail(target_, std::strerror(errno));
  } while (file_ < 0 || !is_ours(file_));
}

TemporaryFile::~TemporaryFile() {
  strike_off();
  if (!path_.empty()) ::unlink(path_.c_str());
  ::close(file_);
}

std::FILE* TemporaryFile::stream() const {
  int const copy = ::fcntl(file_, F_DUPFD_CLOEXEC, 0);
  return copy < 0 ? nullptr : ::fdopen(copy, "w");
}

std::string TemporaryFile::publish(Existing existing) {
  if (::fsync(file_) != 0) fail(target_, std::strerror(errno));
  ::flock(file_, LOCK_UN);  // whoever finds it under its name may read it
  std::string name = target_;
  Move move = Move::failed;
  if (existing == Existing::replace) {
    if (std::rename(path_.c_str(), name.c_str()) == 0) move = Move::done;
  } else {
    for (int number = 2; (move = move_to_free_name(path_, name)) == Move::taken; ++number)
      name = other_name(target_, number);
  }
  if (move != Move::done) fail(target_, std::strerror(errno));
  strike_off();
  path_.clear();
  flush_folder(folder_);
  return name;
}

}  // namespace fairslot
