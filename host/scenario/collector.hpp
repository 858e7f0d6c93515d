/// The documentation of a struct's keys: a visitor of its table of them (describe.hpp).
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>
#include <vector>

#include "host/scenario/rules.hpp"

namespace fairslot::scenario {

inline std::string standard_text(std::int64_t value, Between<std::int64_t> const&) {
  return fmt::format("{}", value);
}
inline std::string standard_text(double value, Between<double> const&) {
  return fmt::format("{}", value);
}
inline std::string standard_text(bool value, AnyFlag) { return value ? "true" : "false"; }
inline std::string standard_text(bool value, LaterFlag) { return standard_text(value, AnyFlag{}); }
template <class Enum, std::size_t n>
std::string standard_text(Enum value, OneOf<n> const& rule) {
  return std::string(rule.names[static_cast<std::size_t>(value)]);
}
inline std::string standard_text(List<std::string> const& value, PolicyTexts) {
  return fmt::format("{}", fmt::join(value, ", "));
}
inline std::string standard_text(std::string const& value, DistributionText) { return value; }
template <class Field, class Rule>
std::string standard_text(Field const& field, Rule const& rule) {
  return is_required(field, rule) ? "must be given" : "";
}

template <class Rule>
void add_special(KeyInfo&, Rule const&) {}
template <class Number>
void add_special(KeyInfo& info, Between<Number> const& rule) {
  if (rule.also) info.special = static_cast<double>(*rule.also);
  info.meaning = rule.also_means;
}

class Collector {
 public:
  template <class Field, class Rule>
  void key(About const& about, Field& field, Rule const& rule) {
    Allowed const what = allowed(rule);
    keys_.push_back({prefix_ + std::string(about.name), what.type, std::string(about.unit),
                     standard_text(field, rule), what.range, std::string(about.doc)});
    add_special(keys_.back(), rule);
  }
  template <class Part>
  void group(std::string_view name, Part& part) {
    inside(fmt::format("{}{}.", prefix_, name), part);
  }
  template <class Element>
  void list(std::string_view name, Shared<std::vector<Element>>&, std::string_view doc) {
    std::string const full = fmt::format("{}{}", prefix_, name);
    keys_.push_back({full, "list of tables", "", "none", "", std::string(doc)});
    Element element;
    inside(full + "[].", element);
  }
  void when(bool, std::string_view) {}
  std::vector<KeyInfo> keys() && { return std::move(keys_); }

 private:
  template <class Part>
  void inside(std::string const& prefix, Part& part) {
    std::string const outer = std::exchange(prefix_, prefix);
    describe(*this, part);
    prefix_ = outer;
  }
  std::string prefix_;
  std::vector<KeyInfo> keys_;
};

/// As Markdown.
std::string keys_table(std::vector<KeyInfo> const& keys);

}  // namespace fairslot::scenario
