#include "tests/reliability/fuzz/mutate.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <string_view>

namespace fairslot::fuzz {
namespace {

constexpr std::array<std::string_view, 20> numbers = {
    "0",   "-1",   "1",          "4",          "64",
    "65",  "1000", "2147483647", "2147483648", "4294967296",
    "1e9", "0.1",  "-0.0",       "1e309",      "9223372036854775807",
    "nan", "-inf", "null",       "[]",         "-9223372036854775809",
};

class Mutator {
 public:
  Mutator(Corpus const& corpus, std::uint64_t seed, std::uint64_t number) : corpus_(corpus) {
    std::seed_seq words{seed, number};
    random_.seed(words);
  }

  std::string input() {
    std::string text = any();
    for (std::uint64_t left = 1 + below(6); left > 0; --left) change(text);
    return text;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  std::string const& any() { return corpus_[below(corpus_.size())]; }

  /// A place in the text and a length from there, most often short.
  struct Range {
    std::size_t at, length;
  };
  Range range(std::string const& text) {
    std::size_t const at = below(text.size());
    std::size_t const most = std::size_t{1} << below(13);
    return {at, 1 + below(std::min(most, text.size() - at))};
  }
  Range line(std::string const& text) {
    std::size_t const before = text.rfind('\n', below(text.size()));
    std::size_t const at = before == std::string::npos ? 0 : before;
    return {at, std::min(text.find('\n', at + 1), text.size()) - at};
  }

  void change(std::string& text) {
    if (text.empty()) text = any();
    if (text.empty()) text = "=";
    auto const [at, length] = range(text);
    switch (below(10)) {
      case 0:
        text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 1:
        text[at] = static_cast<char>(below(256));
        break;
      case 2:
        text.erase(at, length);
        break;
      case 3:
        text.insert(at, std::string(text, at, length));
        break;
      case 4:
        text.resize(at);
        break;
      case 5:
        std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(at), length, '\0');
        break;
      case 6:
        other_number(text, at);
        break;
      case 7:
        swap(text, at, length);
        break;
      default:
        splice(text);
    }
  }

  void other_number(std::string& text, std::size_t at) {
    constexpr char const* digits = "0123456789.-";
    std::size_t const first = text.find_first_of(digits, at);
    if (first == std::string::npos) return;
    std::size_t const last = std::min(text.find_first_not_of(digits, first), text.size());
    text.replace(first, last - first, numbers[below(numbers.size())]);
  }

  void swap(std::string& text, std::size_t at, std::size_t length) {
    std::size_t const there = below(text.size() - length + 1);
    for (std::size_t i = 0; i < length; ++i) std::swap(text[at + i], text[there + i]);
  }

  /// A line, or any part, of another input.
  void splice(std::string& text) {
    std::string const& other = any();
    if (other.empty()) return;
    bool const lines = below(2) == 0;
    auto const [from, length] = lines ? line(other) : range(other);
    std::size_t const to = lines ? line(text).at : below(text.size());
    text.insert(to, other, from, std::min<std::size_t>(length, 8192));
  }

  Corpus const& corpus_;
  std::mt19937_64 random_;
};

}  // namespace

std::string mutant(Corpus const& corpus, std::uint64_t seed, std::uint64_t number) {
  return Mutator(corpus, seed, number).input();
}

}  // namespace fairslot::fuzz
