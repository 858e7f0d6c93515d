/// What a user has written, on the way to a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fairslot {

/// The longest line of a message, in bytes.
inline constexpr std::size_t shown_line = 1000;

/// One line of at most `most` bytes, "..." at its end where something was cut off. What moves the
/// cursor, hides or turns text round (control and format characters) and bytes that are not UTF-8
/// are escaped: \r, \x1b, \u202e. Shown twice it is the same.
std::string shown(std::string_view text, std::size_t most = 60);
/// A path is told whole where people's paths end.
inline std::string shown_path(std::string_view path) { return shown(path, 250); }
/// Every line of a text by itself.
std::string shown_lines(std::string_view text);

/// Whether the text is UTF-8 as the standard has it: no overlong forms, no surrogates.
bool is_utf8(std::string_view text);

/// Whether a terminal may take the character for an order: control and format characters.
bool is_unprintable(char32_t character);

/// The character at the front of a text that is not empty, and its bytes; no bytes: not UTF-8.
struct Utf8 {
  char32_t character;
  std::size_t bytes;
};
Utf8 first_utf8(std::string_view text);

}  // namespace fairslot
