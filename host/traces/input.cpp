#include "host/traces/input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "host/error.hpp"
#include "host/input_file.hpp"
#include "host/interrupt.hpp"

namespace fairslot::traces {
namespace {

constexpr std::size_t packed_block = std::size_t{1} << 18;
constexpr int any_gzip = 15 + 16;  // window bits, with gzip's header

}  // namespace

/// One or more gzip members in a row, as gzip(1) has it.
struct Input::Gzip {
  Gzip() { inflateInit2(&stream, any_gzip); }
  ~Gzip() { inflateEnd(&stream); }
  Gzip(Gzip const&) = delete;
  Gzip& operator=(Gzip const&) = delete;

  z_stream stream = {};
  std::vector<char> packed = std::vector<char>(packed_block);
  bool inside = true;  ///< of a member
};

Input::Input(std::string path) : name_(path == "-" ? "stdin" : shown_path(path)) {
  if (path == "-") {
    file_ = ::dup(STDIN_FILENO);
  } else {
    require_plain_input(path);
    file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  }
  struct stat status {};
  if (file_ < 0 || ::fstat(file_, &status) != 0)
    refuse(fmt::format("cannot be read ({})", std::strerror(errno)));
  if (S_ISDIR(status.st_mode)) refuse("is a folder (a file was expected)");
  if (S_ISREG(status.st_mode)) size_ = static_cast<std::uint64_t>(status.st_size);
  if (path.ends_with(".gz")) gzip_ = std::make_unique<Gzip>();
}

Input::~Input() {
  if (file_ >= 0) ::close(file_);
}

void Input::refuse(std::string const& problem) const {
  throw InputError(fmt::format("{}: {}", name_, problem));
}

/// One call of the system; 0 at the end.
std::size_t Input::read_file(char* bytes, std::size_t most) {
  for (;;) {
    stop_if_interrupted();
    ssize_t const got = ::read(file_, bytes, most);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse(fmt::format("cannot be read ({})", std::strerror(errno)));
    hash_.add({bytes, static_cast<std::size_t>(got)});
    position_ += static_cast<std::uint64_t>(got);
    return static_cast<std::size_t>(got);
  }
}

/// What gzip wrote tells so by its first two bytes, whatever it is called.
void Input::look_at_begin() {
  begun_ = true;
  begin_.resize(2);
  std::size_t got = 0;
  while (got < begin_.size()) {
    std::size_t const more = read_file(begin_.data() + got, begin_.size() - got);
    if (more == 0) break;
    got += more;
  }
  begin_.resize(got);
  if (!gzip_ && begin_ == "\x1f\x8b") gzip_ = std::make_unique<Gzip>();
}

/// Of the file, as it is.
std::size_t Input::read_plain(char* bytes, std::size_t most) {
  if (begin_.empty()) return read_file(bytes, most);
  std::size_t const got = begin_.copy(bytes, most);
  begin_.erase(0, got);
  return got;
}

std::size_t Input::unpack(char* bytes, std::size_t most) {
  z_stream& stream = gzip_->stream;
  stream.next_out = reinterpret_cast<Bytef*>(bytes);
  stream.avail_out = static_cast<uInt>(most);
  while (stream.avail_out == most) {
    if (stream.avail_in == 0) {
      stream.next_in = reinterpret_cast<Bytef*>(gzip_->packed.data());
      stream.avail_in = static_cast<uInt>(read_plain(gzip_->packed.data(), packed_block));
    }
    if (stream.avail_in == 0 && gzip_->inside) refuse("the gzip file ends too early");
    if (stream.avail_in == 0) return 0;
    if (!gzip_->inside) inflateReset(&stream);
    int const result = inflate(&stream, Z_NO_FLUSH);
    if (result != Z_OK && result != Z_STREAM_END)
      refuse(fmt::format("no gzip file, or damaged ({})", stream.msg ? stream.msg : "it ends"));
    gzip_->inside = result != Z_STREAM_END;
  }
  return most - stream.avail_out;
}

std::size_t Input::read_some(char* bytes, std::size_t most) {
  if (!begun_) look_at_begin();
  return gzip_ ? unpack(bytes, most) : read_plain(bytes, most);
}

std::string Input::first_line() {
  ahead_.resize(std::size_t{1} << 16);
  ahead_.resize(read(ahead_.data(), ahead_.size()));
  return ahead_.substr(0, ahead_.find('\n'));
}

std::size_t Input::read(char* bytes, std::size_t most) {
  std::size_t got = 0;
  if (!ahead_.empty() && bytes != ahead_.data()) {
    got = ahead_.copy(bytes, most);
    ahead_.erase(0, got);
  }
  while (!ended_ && got < most) {
    std::size_t const more = read_some(bytes + got, most - got);
    ended_ = more == 0;
    got += more;
    if (more > 0) last_ = bytes[got - 1];
  }
  if (ended_ && last_ != '\n' && got < most) bytes[got++] = last_ = '\n';
  return got;
}

}  // namespace fairslot::traces
