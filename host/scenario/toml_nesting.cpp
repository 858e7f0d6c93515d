#include "host/scenario/toml_nesting.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fairslot::scenario {
namespace {

constexpr int most_names = 16, deepest = 16;

/// Walks over a text as TOML's grammar has it: what stands in comments and strings nests nothing.
/// Where the text is no TOML the parser stops, so what comes after that does not matter.
class NestingScan {
 public:
  NestingScan(std::string_view text, std::shared_ptr<Source const> const& source)
      : text_(text), source_(source) {}

  void run() {
    while (at_ < text_.size()) {
      char const c = text_[at_];
      if (c == '"' || c == '\'')
        skip_string(c);
      else if (c == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else
        see(c), ++at_;
    }
  }

 private:
  void see(char c) {
    bool const opens = c == '[' || c == '{', closes = c == ']' || c == '}';
    if (c == '\n') ++line_;
    if (c == '.') ++dots_;
    if (opens) ++depth_;
    if (closes && depth_ > 0) --depth_;
    if (opens || closes || c == '\n' || c == '=' || c == ',') dots_ = 0;
    if (dots_ >= most_names) refuse(fmt::format("more than {} names joined by dots", most_names));
    if (depth_ > deepest)
      refuse(fmt::format("more than {} lists and tables inside each other", deepest));
  }

  void skip_string(char quote) {
    std::string_view const rest = text_.substr(at_);
    bool const several_lines = rest.size() >= 3 && rest[1] == quote && rest[2] == quote;
    at_ += several_lines ? 3 : 1;
    for (; at_ < text_.size(); ++at_) {
      char const c = text_[at_];
      if (c == '\\' && quote == '"') {
        ++at_;
        line_ += at_ < text_.size() && text_[at_] == '\n';
      } else if (c == quote && (!several_lines || ends_here(quote))) {
        ++at_;
        return;
      } else if (c == '\n') {
        if (!several_lines) return;
        ++line_;
      }
    }
  }

  /// At a quote of a string of several lines: whether the third of three is reached that are not
  /// followed by another; up to two quotes may stand before the three that end it.
  bool ends_here(char quote) {
    std::size_t const end = std::min(text_.find_first_not_of(quote, at_), text_.size());
    std::size_t const quotes = end - at_;
    at_ += std::min<std::size_t>(quotes, 5) - 1;
    return quotes >= 3;
  }

  [[noreturn]] void refuse(std::string const& problem) const {
    fail({source_, line_, 1}, "", fmt::format("{} (no scenario needs them)", problem));
  }

  std::string_view text_;
  std::shared_ptr<Source const> const& source_;
  std::size_t at_ = 0;
  int line_ = 1, dots_ = 0, depth_ = 0;
};

}  // namespace

void refuse_deep_nesting(std::string_view text, std::shared_ptr<Source const> const& source) {
  NestingScan(text, source).run();
}

}  // namespace fairslot::scenario
