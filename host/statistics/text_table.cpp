#include "host/statistics/text_table.hpp"

#include <algorithm>

namespace fairslot::statistics {
namespace {

/// Characters of UTF-8.
std::size_t width(std::string const& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

void TextTable::add(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::text(std::string const& indent) const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (auto const& row : rows_)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
  std::string text;
  for (auto const& row : rows_) {
    std::string line = indent;
    for (std::size_t c = 0; c < row.size(); ++c) {
      std::string const padding(widths[c] - width(row[c]), ' ');
      line += std::string(c ? columns_[c].gap : 0, ' ');
      line += columns_[c].align == Align::left ? row[c] + padding : padding + row[c];
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

}  // namespace fairslot::statistics
