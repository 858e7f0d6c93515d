#include "host/spill/spill_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace fairslot::spill {
namespace {

[[noreturn]] void fail(int error) { throw std::runtime_error(std::strerror(error)); }

int open_nameless(std::string const& folder) {
  int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  std::string name = folder + "/.fairslot-spill-XXXXXX";  // a file system without O_TMPFILE
  file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) fail(errno);
  ::unlink(name.c_str());
  return file;
}

}  // namespace

File::~File() {
  if (file_ >= 0) ::close(file_);
}

std::uint64_t File::append(std::span<char const> bytes) {
  if (file_ < 0) file_ = open_nameless(folder_);
  std::uint64_t const begin = size_;
  while (!bytes.empty()) {
    auto const written = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    size_ += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return begin;
}

void File::read(std::uint64_t offset, std::span<char> bytes) const {
  while (!bytes.empty()) {
    auto const got = ::pread(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail(got < 0 ? errno : EIO);
    offset += static_cast<std::uint64_t>(got);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

void File::release(std::uint64_t offset, std::uint64_t bytes) {
  if (file_ >= 0 && bytes > 0)
    ::fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                static_cast<off_t>(bytes));
}

}  // namespace fairslot::spill
