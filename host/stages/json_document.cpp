#include "host/stages/json_document.hpp"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "host/problem/json_tokens.hpp"
#include "host/problem/strict_json.hpp"

namespace fairslot::stages {
namespace {

using nlohmann::json;
using scenario::Array;
using scenario::Place;
using scenario::Table;
using scenario::Value;

/// Hears a text that is known to be strict JSON.
class TreeBuilder : public nlohmann::json_sax<json> {
 public:
  TreeBuilder(problem::JsonTokens& tokens, std::string const& source)
      : tokens_(tokens), source_(std::make_shared<scenario::Source const>(source)) {}

  bool null() override { fail(place(), key_of_next(), "null (allowed: a value, or no such key)"); }
  bool boolean(bool value) override { return put({place(), value}); }
  bool number_integer(number_integer_t value) override {
    return put({place(), std::int64_t{value}});
  }
  bool number_unsigned(number_unsigned_t value) override {
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    if (value > most) return put({place(), static_cast<double>(value)});
    return put({place(), static_cast<std::int64_t>(value)});
  }
  bool number_float(number_float_t value, string_t const&) override {
    return put({place(), double{value}});
  }
  bool string(string_t& value) override { return put({place(), std::string(value)}); }
  bool binary(binary_t&) override { return false; }  // there is none in a text
  bool start_object(std::size_t) override { return open({place(), Table{}}); }
  bool start_array(std::size_t) override { return open({place(), Array{}}); }
  bool key(string_t& key) override {
    open_.back().key = key, open_.back().key_place = place();
    return true;
  }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, std::string const&, json::exception const&) override {
    return false;
  }

  Value root() && { return std::move(root_); }

 private:
  struct Open {
    Value value;
    std::string key;  ///< of the object's latest member
    Place key_place;
  };

  Place place() {
    auto const [line, column] = tokens_.next();
    return {source_, line, column};
  }
  std::string key_of_next() const {
    std::string key;
    for (Open const& level : open_) {
      auto const* const list = std::get_if<Array>(&level.value.data);
      key += (key.empty() ? "" : ".") + (list ? std::to_string(list->values.size()) : level.key);
    }
    return key;
  }

  bool open(Value value) {
    open_.push_back({std::move(value), {}, {}});
    return true;
  }
  bool close() {
    tokens_.next();
    Value value = std::move(open_.back().value);
    open_.pop_back();
    return put(std::move(value));
  }
  bool put(Value value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (auto* const list = std::get_if<Array>(&open_.back().value.data)) {
      list->values.change().push_back(std::move(value));
    } else {
      Open& level = open_.back();
      std::get<Table>(level.value.data).add(level.key, {level.key_place, std::move(value)});
    }
    return true;
  }

  problem::JsonTokens& tokens_;
  std::shared_ptr<scenario::Source const> source_;
  std::vector<Open> open_;
  Value root_;
};

}  // namespace

Value parse_json(std::string const& text, std::string const& source) {
  problem::parse_strict_json(source, text);
  problem::JsonTokens tokens(text);
  TreeBuilder builder(tokens, source);
  json::sax_parse(tokens.stream(), &builder);
  return std::move(builder).root();
}

}  // namespace fairslot::stages
