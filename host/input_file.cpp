#include "host/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "host/error.hpp"

namespace fairslot {
namespace {

[[noreturn]] void refuse(std::string const& path, std::string const& problem) {
  throw InputError(fmt::format("{}: {}", shown_path(path), problem));
}

/// A length of 0 may be unknown: files of /proc tell none.
std::size_t length_of_plain_file(std::string const& path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0)
    refuse(path, errno == ENOENT || errno == ENOTDIR
                     ? "no such file"
                     : fmt::format("cannot be read ({})", std::strerror(errno)));
  if (S_ISREG(status.st_mode)) return static_cast<std::size_t>(status.st_size);
  if (S_ISDIR(status.st_mode)) refuse(path, "is a folder (a file was expected)");
  if (S_ISFIFO(status.st_mode)) refuse(path, "is a pipe (a file was expected)");
  refuse(path, "is a device or a socket (a file was expected)");
}

void require_length(std::string const& path, std::size_t length, std::size_t most) {
  if (length > most)
    refuse(path, fmt::format("too long, {} bytes (allowed: at most {} MiB)", length, most >> 20));
}

class Descriptor {
 public:
  /// What has nothing to read yet, such as the kernel's log, is not waited for.
  explicit Descriptor(std::string const& path)
      : at_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (at_ < 0) refuse(path, fmt::format("cannot be read ({})", std::strerror(errno)));
  }
  Descriptor(Descriptor const&) = delete;
  Descriptor& operator=(Descriptor const&) = delete;
  ~Descriptor() { ::close(at_); }
  int at() const { return at_; }

 private:
  int at_;
};

}  // namespace

void require_plain_input(std::string const& path) { length_of_plain_file(path); }

std::string read_input(std::string const& path, std::size_t most) {
  constexpr std::size_t step = std::size_t{1} << 20;
  std::size_t const length = length_of_plain_file(path);
  require_length(path, length, most);
  Descriptor const file(path);
  std::string text;
  text.reserve(length + step);
  for (;;) {
    std::size_t const size = text.size();
    text.resize(size + step);
    ssize_t const got = ::read(file.at(), text.data() + size, step);
    if (got < 0 && errno != EINTR)
      refuse(path, fmt::format("cannot be read ({})", std::strerror(errno)));
    text.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    require_length(path, text.size(), most);
    if (got == 0) return text;
  }
}

}  // namespace fairslot
