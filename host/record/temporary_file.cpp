#include "host/record/temporary_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace fairslot {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(std::string const& target, std::string const& reason) {
  throw std::runtime_error(fmt::format("{}: cannot be written ({})", target, reason));
}

bool flush_to_disk(std::string const& path, int flags) {
  int const file = ::open(path.c_str(), flags | O_CLOEXEC);
  if (file < 0) return false;
  bool const flushed = ::fsync(file) == 0;
  int const error = errno;
  ::close(file);
  errno = error;
  return flushed;
}

std::mutex list;  // of the temporary files

}  // namespace

TemporaryFile* TemporaryFile::newest_ = nullptr;

void TemporaryFile::enlist() {
  std::lock_guard const lock(list);
  older_ = std::exchange(newest_, this);
}

void TemporaryFile::strike_off() {
  std::lock_guard const lock(list);
  TemporaryFile** at = &newest_;
  while (*at != this) at = &(*at)->older_;
  *at = older_;
}

void TemporaryFile::remove_all() {
  std::lock_guard const lock(list);
  for (TemporaryFile const* file = newest_; file; file = file->older_)
    ::unlink(file->path_.c_str());
}

TemporaryFile::TemporaryFile(std::string target) : target_(std::move(target)) {
  static std::atomic<int> count = 0;
  fs::path const path(target_);
  folder_ = path.has_parent_path() ? path.parent_path().string() : ".";
  std::error_code error;
  if (fs::is_directory(path, error)) fail(target_, "it is a folder");
  fs::create_directories(folder_, error);
  if (error && !fs::is_directory(folder_)) fail(target_, error.message());
  std::string const name = path.filename().string().substr(0, 200);
  path_ = fmt::format("{}/.{}.tmp-{}-{}", folder_, name, ::getpid(), count++);
  ::unlink(path_.c_str());  // left behind by a process of the same id
  enlist();
}

TemporaryFile::~TemporaryFile() {
  strike_off();
  if (!path_.empty()) ::unlink(path_.c_str());
}

void TemporaryFile::publish() {
  if (!flush_to_disk(path_, O_RDWR)) fail(target_, std::strerror(errno));
  if (std::rename(path_.c_str(), target_.c_str()) != 0) fail(target_, std::strerror(errno));
  path_.clear();
  flush_to_disk(folder_, O_RDONLY);  // best effort: the file is there and whole
}

}  // namespace fairslot
