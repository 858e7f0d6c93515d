/// "did you mean": the nearest valid name to a misspelt one.
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fairslot {

/// Of ASCII; others are what they are.
constexpr char lower(char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Letters are alike in both cases.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::size_t const change = diagonal + (lower(a[i]) != lower(b[j]));
      diagonal = std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1, change}));
    }
  }
  return row.back();
}

/// The nearest of `names`, or "" where none is near enough to be meant: with nothing in common
/// it is another word.
template <class Names>
std::string nearest_name(std::string_view word, Names const& names) {
  std::string best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 2) + 1;
  for (std::string_view const name : names) {
    std::size_t const distance = edit_distance(word, name);
    bool const alike = distance < std::max(word.size(), name.size());
    if (alike && distance < least) least = distance, best = name;
  }
  return best;
}

/// "(allowed: a, b, c; did you mean 'b'?)"
template <class Names>
std::string choices(std::string_view word, Names const& names) {
  std::string text;
  for (std::string_view const name : names) (text += text.empty() ? "(allowed: " : ", ") += name;
  std::string const nearest = nearest_name(word, names);
  return text + (nearest.empty() ? ")" : "; did you mean '" + nearest + "'?)");
}

}  // namespace fairslot
