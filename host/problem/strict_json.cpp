#include "host/problem/strict_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "host/error.hpp"
#include "host/json_reason.hpp"
#include "host/problem/json_tokens.hpp"

namespace fairslot::problem {
namespace {

using nlohmann::json;

constexpr std::size_t longest = 160;  // text of the file in a message

/// A JSON pointer and where in the text that is.
struct Place {
  std::string pointer;
  LineColumn at;
};
struct TooDeep {
  Place place;
};

/// Walks the text before it is parsed for good, and remembers the first key that comes twice in one
/// object. Ends where the nesting is deeper than any problem's: what is then parsed is safe to walk
/// by recursion. (nlohmann's parser could call back instead, but looks at all forerunners of every
/// object that ends.)
class Places : public nlohmann::json_sax<json> {
 public:
  static constexpr std::size_t deepest = 16;

  explicit Places(JsonTokens& tokens) : tokens_(tokens) {}

  bool null() override { return count(); }
  bool boolean(bool) override { return count(); }
  bool number_integer(number_integer_t) override { return count(); }
  bool number_unsigned(number_unsigned_t) override { return count(); }
  bool number_float(number_float_t, string_t const&) override { return count(); }
  bool string(string_t&) override { return count(); }
  bool binary(binary_t&) override { return count(); }
  bool start_object(std::size_t) override { return open(false); }
  bool start_array(std::size_t) override { return open(true); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& key) override { return see_key(key); }
  bool parse_error(std::size_t, std::string const&, json::exception const& error) override {
    if (auto const* const syntax = dynamic_cast<json::parse_error const*>(&error)) throw *syntax;
    throw dynamic_cast<json::out_of_range const&>(error);
  }

  std::optional<Place> const& twice() const { return twice_; }
  /// Of a value that the parser has not handed over yet.
  Place next() {
    count();
    return {pointer(), at_};
  }

 private:
  struct Open {
    bool array;
    std::size_t items;  ///< seen in the array
    std::string key;    ///< the object's latest
    std::set<std::string> keys;
  };

  bool count() {
    at_ = tokens_.next();
    if (!open_.empty() && open_.back().array) ++open_.back().items;
    return true;
  }
  bool close() {
    at_ = tokens_.next();
    open_.pop_back();
    return true;
  }
  bool open(bool array) {
    count();
    if (open_.size() == deepest) throw TooDeep{{pointer(), at_}};
    open_.push_back({array, 0, {}, {}});
    return true;
  }
  bool see_key(std::string const& key) {
    at_ = tokens_.next();
    open_.back().key = key;
    if (!open_.back().keys.insert(key).second && !twice_) twice_ = {pointer(), at_};
    return true;
  }
  std::string pointer() const {
    json::json_pointer place;
    for (Open const& level : open_)
      place /= level.array ? std::to_string(level.items - 1) : level.key;
    return place.to_string();
  }

  JsonTokens& tokens_;
  LineColumn at_;  ///< of the latest token
  std::vector<Open> open_;
  std::optional<Place> twice_;
};

[[noreturn]] void refuse(std::string const& path, std::string const& text, std::size_t byte,
                         std::string const& problem) {
  auto const end = text.begin() + static_cast<std::ptrdiff_t>(byte);
  auto const line = 1 + std::count(text.begin(), end, '\n');
  auto const line_start = std::find(std::make_reverse_iterator(end), text.rend(), '\n').base();
  throw InputError(fmt::format("{}:{}:{}: not JSON: {}", shown_path(path), line,
                               1 + (end - line_start), shown(problem, longest)));
}

[[noreturn]] void refuse(std::string const& path, Place const& place, std::string const& problem) {
  throw InputError(fmt::format("{}:{}:{}: {}: {}", shown_path(path), place.at.line, place.at.column,
                               shown(place.pointer, longest), problem));
}

[[noreturn]] void refuse(std::string const& path, std::string const& text,
                         json::parse_error const& error) {
  refuse(path, text, std::min(error.byte == 0 ? 0 : error.byte - 1, text.size()),
         json_reason(error));
}

}  // namespace

json parse_strict_json(std::string const& path, std::string const& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw InputError(fmt::format("{}: empty (a problem file was expected)", shown_path(path)));
  // The parser takes a zero byte for the end.
  if (auto const zero = text.find('\0'); zero != std::string::npos)
    refuse(path, text, zero, "a zero byte");
  JsonTokens tokens(text);
  Places places(tokens);
  try {
    json::sax_parse(tokens.stream(), &places);
  } catch (json::parse_error const& error) {
    refuse(path, text, error);
  } catch (json::out_of_range const& error) {  // a number that no double holds
    refuse(path, places.next(),
           fmt::format("{} (allowed: numbers up to {})", shown(json_reason(error), longest),
                       std::numeric_limits<double>::max()));
  } catch (TooDeep const& deep) {
    refuse(path, deep.place, "nested too deeply");
  }
  if (places.twice()) refuse(path, *places.twice(), "the key is there twice");
  return json::parse(text);
}

}  // namespace fairslot::problem
