#include "kernels/shown.hpp"

#include <algorithm>

namespace fairslot {
namespace {

struct Range {
  char32_t first, last;
};
// Control characters; then what shows nothing itself, but changes what stands beside it.
constexpr Range unprintable[] = {{0x00, 0x1f},     {0x7f, 0x9f},      {0xad, 0xad},
                                 {0x61c, 0x61c},   {0x180e, 0x180e},  {0x200b, 0x200f},
                                 {0x2028, 0x202e}, {0x2060, 0x206f},  {0xfeff, 0xfeff},
                                 {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};

std::string hex(char32_t number, int digits) {
  std::string text;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    text += "0123456789abcdef"[number >> shift & 15];
  return text;
}

std::string escaped(char32_t character) {
  if (character == '\n') return "\\n";
  if (character == '\r') return "\\r";
  if (character == '\t') return "\\t";
  if (character < 0x80) return "\\x" + hex(character, 2);
  return character < 0x10000 ? "\\u" + hex(character, 4) : "\\U" + hex(character, 8);
}

}  // namespace

bool is_unprintable(char32_t character) {
  return std::ranges::any_of(unprintable, [&](Range range) {
    return character >= range.first && character <= range.last;
  });
}

Utf8 first_utf8(std::string_view text) {
  constexpr Utf8 none{0, 0};
  auto const lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xc2 || lead > 0xf4) return none;
  std::size_t const bytes = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (text.size() < bytes) return none;
  char32_t character = lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    auto const byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0U) != 0x80) return none;
    character = character << 6 | (byte & 0x3fU);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  bool const surrogate = character >= 0xd800 && character <= 0xdfff;
  bool const sound = character >= least[bytes] && character <= 0x10ffff && !surrogate;
  return sound ? Utf8{character, bytes} : none;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    std::size_t const bytes = first_utf8(text).bytes;
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

std::string shown(std::string_view text, std::size_t most) {
  constexpr std::string_view dots = "...";
  std::string out;
  std::size_t whole = 0;  // of `out`, what leaves room for the dots
  while (!text.empty()) {
    auto const [character, bytes] = first_utf8(text);
    if (bytes == 0)
      out += "\\x" + hex(static_cast<unsigned char>(text.front()), 2);
    else if (is_unprintable(character))
      out += escaped(character);
    else
      out += text.substr(0, bytes);
    if (out.size() > most) return out.substr(0, whole) + std::string(dots);
    if (out.size() + dots.size() <= most) whole = out.size();
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return out;
}

std::string shown_lines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t const end = std::min(text.find('\n'), text.size());
    out += shown(text.substr(0, end), shown_line);
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace fairslot
