#include "host/record/text_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "host/plain_file.hpp"
#include "kernels/shown.hpp"

namespace fairslot::record {

TextFile::TextFile(std::string path) : path_(std::move(path)) {
  if (!is_pipe_or_device(path_)) temporary_.emplace(path_);
  file_ = temporary_ ? temporary_->stream() : std::fopen(path_.c_str(), "w");
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
