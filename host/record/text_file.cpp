#include "host/record/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <time.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "host/interrupt.hpp"
#include "host/plain_file.hpp"
#include "kernels/shown.hpp"

namespace fairslot::record {

namespace {

/// A pipe is waited for until somebody reads it; a signal ends that.
std::FILE* open_pipe_or_device(std::string const& path) {
  constexpr timespec a_while{0, 20'000'000};
  int file = -1;
  while ((file = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0 && errno == ENXIO) {
    stop_if_interrupted();
    ::nanosleep(&a_while, nullptr);
  }
  if (file < 0) return nullptr;
  ::fcntl(file, F_SETFL, O_WRONLY);  // writes wait
  return ::fdopen(file, "w");
}

}  // namespace

TextFile::TextFile(std::string path) : path_(std::move(path)) {
  if (!is_pipe_or_device(path_)) temporary_.emplace(path_);
  file_ = temporary_ ? temporary_->stream() : open_pipe_or_device(path_);
  if (!file_) fail();
}

TextFile::~TextFile() {
  if (file_) std::fclose(file_);
}

void TextFile::fail() const {
  throw std::runtime_error(
      fmt::format("{}: cannot be written ({})", shown_path(path_), std::strerror(errno)));
}

void TextFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
}

std::string TextFile::publish(Existing existing) {
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail();
  return temporary_ ? temporary_->publish(existing) : path_;
}

}  // namespace fairslot::record
