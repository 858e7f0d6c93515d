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

void require_readable_kind(std::string const& path, Pipes pipes) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0)
    refuse(path, errno == ENOENT || errno == ENOTDIR
                     ? "no such file"
                     : fmt::format("cannot be read ({})", std::strerror(errno)));
  if (S_ISREG(status.st_mode)) return;
  if (S_ISDIR(status.st_mode)) refuse(path, "is a folder (a file was expected)");
  if (!S_ISFIFO(status.st_mode)) refuse(path, "is a device or a socket (a file was expected)");
  if (pipes == Pipes::refused)
    refuse(path, "is a pipe (a file was expected: it is read more than once)");
}

class Descriptor {
 public:
  explicit Descriptor(std::string const& path) : at_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
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

std::string read_input(std::string const& path, std::size_t most, Pipes pipes) {
  constexpr std::size_t step = std::size_t{1} << 20;
  require_readable_kind(path, pipes);
  Descriptor const file(path);
  std::string text;
  for (;;) {
    std::size_t const size = text.size();
    text.resize(size + step);
    ssize_t const got = ::read(file.at(), text.data() + size, step);
    if (got < 0 && errno != EINTR)
      refuse(path, fmt::format("cannot be read ({})", std::strerror(errno)));
    text.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (text.size() > most)
      refuse(path, fmt::format("too long (allowed: at most {} MiB)", most >> 20));
    if (got == 0) return text;
  }
}

}  // namespace fairslot
