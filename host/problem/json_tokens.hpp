/// Where the tokens of a JSON text stand, which nlohmann's parser does not tell those that it hands
/// them to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <ios>
#include <istream>
#include <sstream>
#include <string>

namespace fairslot::problem {

/// Both from 1, in bytes.
struct LineColumn {
  int line = 1, column = 1;
};

/// The parser must read from stream(), and every token that it hands over be asked for once.
class JsonTokens {
 public:
  explicit JsonTokens(std::string const& text) : text_(text), stream_(text) {}

  std::istream& stream() { return stream_; }
  /// Of the next token. The parser has read up to its end, behind a number one byte more.
  LineColumn next() {
    std::size_t const start = std::min(text_.find_first_not_of(" \t\r\n,:", end_), text_.size());
    for (; counted_ < start; ++counted_)
      if (text_[counted_] == '\n') ++line_, line_start_ = counted_ + 1;
    auto const read = stream_.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
    end_ = std::max(start, static_cast<std::size_t>(std::streamoff(read)));
    return {line_, static_cast<int>(1 + start - line_start_)};
  }

 private:
  std::string const& text_;
  std::istringstream stream_;
  std::size_t end_ = 0, counted_ = 0, line_start_ = 0;
  int line_ = 1;
};

}  // namespace fairslot::problem
