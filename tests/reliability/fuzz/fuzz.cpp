#include "tests/reliability/fuzz/fuzz.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace fairslot::fuzz {
namespace {

/// Bytes of the character that begins with `first`; 0: none begins so.
std::size_t length_of(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    std::size_t const length = length_of(static_cast<unsigned char>(text[0]));
    if (length == 0 || length > text.size()) return false;
    for (std::size_t i = 1; i < length; ++i)
      if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return false;
    text.remove_prefix(length);
  }
  return true;
}

/// C0, DEL, and C1 in UTF-8, of which terminals take orders.
bool has_controls(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto const byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7f) return true;
    if (byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0)
      return true;
  }
  return false;
}

}  // namespace

void require(bool holds, std::string_view invariant) {
  if (holds) return;
  std::fprintf(stderr, "broken: %.*s\n", static_cast<int>(invariant.size()), invariant.data());
  std::abort();
}

void require_message(std::string_view message) {
  constexpr std::size_t longest = 2000;
  if (!message.empty() && message.size() <= longest && is_utf8(message) && !has_controls(message))
    return;
  std::string head(message.substr(0, 200));
  std::ranges::replace_if(
      head, [](unsigned char c) { return c < 0x20 || c >= 0x7f; }, '?');
  std::fprintf(stderr, "the message, of %zu bytes: %s\n", message.size(), head.c_str());
  require(false, "a message is one short line of text");
}

MemoryFile::MemoryFile(std::string_view bytes) {
  int const file = ::mkstemp(path_.data());
  require(file >= 0, "a file in memory can be made");
  while (!bytes.empty()) {
    auto const written = ::write(file, bytes.data(), bytes.size());
    require(written > 0, "a file in memory can be written");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  ::close(file);
}

MemoryFile::~MemoryFile() { ::unlink(path_.c_str()); }

}  // namespace fairslot::fuzz
