/// From a struct to TOML: a visitor of its table of keys (describe.hpp).
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>
#include <vector>

#include "host/scenario/describe.hpp"
#include "host/scenario/document.hpp"

namespace fairslot::scenario {

/// Elements of a list that are written as {key = value, ...}.
template <class Element>
concept WrittenInline = requires {
  requires Element::written_inline;
};

inline std::string joined(std::vector<std::string> const& texts) {
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

// The text of a value; empty: the key is left out.
inline std::string text_of(std::int64_t value, Between<std::int64_t> const&) {
  return fmt::format("{}", value);
}
inline std::string text_of(double value, Between<double> const&) { return toml_text(value); }
inline std::string text_of(double value, Part) { return toml_text(value); }
template <class Number>
std::string text_of(std::optional<Number> const& value, Between<Number> const& rule) {
  return value ? text_of(*value, rule) : "";
}
inline std::string text_of(bool value, AnyFlag) { return value ? "true" : "false"; }
inline std::string text_of(bool value, LaterFlag) { return value ? "true" : ""; }
template <class Rule>
std::string text_of(std::string const& value, Rule const&) {
  return toml_text(std::string_view(value));
}
template <class Enum, std::size_t n>
std::string text_of(Enum value, OneOf<n> const& rule) {
  return toml_text(rule.names[static_cast<std::size_t>(value)]);
}
inline std::string text_of(Scenario::Inflation const& value, InflationTable) {
  return fmt::format("{{resource = {}, factor = {}}}", toml_text(std::string_view(value.resource)),
                     toml_text(value.factor));
}
template <class T, class Rule>
std::string text_of(std::optional<T> const& value, Rule const& rule) {
  return value ? text_of(*value, rule) : "";
}
inline std::string text_of(std::vector<std::string> const& value, Scalars) { return joined(value); }
template <class Rule>
std::string text_of(std::vector<std::string> const& value, Rule const&) {
  std::vector<std::string> quoted;
  for (std::string const& text : value) quoted.push_back(toml_text(std::string_view(text)));
  return joined(quoted);
}
inline std::string text_of(std::vector<std::string> const& value, Names) {
  return value.empty() ? "" : text_of(value, AnyText{});
}
inline std::string text_of(std::vector<std::string> const& value, AuditNames) {
  return text_of(value, Names{});
}
inline std::string text_of(std::vector<std::int64_t> const& value, Integers const&) {
  return fmt::format("[{}]", fmt::join(value, ", "));
}
inline std::string text_of(std::optional<std::vector<std::int64_t>> const& value,
                           Integers const& rule) {
  return value ? text_of(*value, rule) : "";
}

inline std::string text_of(std::vector<std::optional<double>> const& value, PublishedGains) {
  std::vector<std::string> gains;
  for (auto const& gain : value) gains.push_back(gain ? toml_text(*gain) : "\"none\"");
  return gains.empty() ? "" : joined(gains);
}

inline std::string text_of(std::map<std::string, double> const& value, Guarantees) {
  std::vector<std::string> parts;
  for (auto const& [name, part] : value)
    parts.push_back(fmt::format("{} = {}", toml_text(std::string_view(name)), toml_text(part)));
  return parts.empty() ? "" : fmt::format("{{{}}}", fmt::join(parts, ", "));
}
inline std::string text_of(std::map<std::string, double> const& value, Probabilities) {
  return text_of(value, Guarantees{});
}
inline std::string text_of(std::string const& value, QueueName) {
  return value.empty() ? "" : toml_text(std::string_view(value));
}
inline std::string text_of(std::string const& value, ClassName) {
  return text_of(value, QueueName{});
}
inline std::string text_of(std::string const& value, WorldName) {
  return value.empty() ? "" : toml_text(std::string_view(value));
}
inline std::string text_of(std::vector<double> const& value, Numbers const&) {
  std::vector<std::string> numbers;
  for (double const number : value) numbers.push_back(toml_text(number));
  return numbers.empty() ? "" : joined(numbers);
}
inline std::string text_of(std::vector<double> const& value, Betas) {
  return text_of(value, Numbers{});
}

/// {submit = 1, tasks = 2}
class InlineWriter {
 public:
  template <class Field, class Rule>
  void key(About const& about, Field& field, Rule const& rule) {
    std::string const text = text_of(field, rule);
    if (!text.empty()) parts_.push_back(fmt::format("{} = {}", about.name, text));
  }
  std::string text() const { return fmt::format("{{{}}}", fmt::join(parts_, ", ")); }

 private:
  std::vector<std::string> parts_;
};

class Writer {
 public:
  template <class Field, class Rule>
  void key(About const& about, Field& field, Rule const& rule) {
    std::string const text = meaningful_ ? text_of(field, rule) : "";
    if (!text.empty()) out_ += fmt::format("{} = {}\n", about.name, text);
  }

  template <class Part>
  void group(std::string_view name, Part& part) {
    write_table(fmt::format("\n[{}]\n", name), name, part);
  }

  /// A list as [[name]] tables, or as inline tables.
  template <class Element>
  void list(std::string_view name, Shared<std::vector<Element>>& elements, std::string_view) {
    if (!meaningful_) return;
    if constexpr (WrittenInline<Element>) {
      write_inline(name, elements);
    } else {
      std::string const full =
          path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
      for (Element element : elements) write_table(fmt::format("\n[[{}]]\n", full), full, element);
    }
  }

  void when(bool condition, std::string_view) { meaningful_ = condition; }
  std::string text() && { return std::move(out_); }

 private:
  template <class Part>
  void write_table(std::string const& header, std::string_view path, Part& part) {
    std::string const outer = std::exchange(path_, std::string(path));
    out_ += header;
    describe(*this, part);
    path_ = outer;
    meaningful_ = true;
  }

  template <class Element>
  void write_inline(std::string_view name, Shared<std::vector<Element>> const& elements) {
    out_ += fmt::format("{} = [\n", name);
    auto copies = *elements;
    for (Element& element : copies) {
      InlineWriter inner;
      describe(inner, element);
      out_ += fmt::format("  {},\n", inner.text());
    }
    out_ += "]\n";
  }

  std::string out_, path_;
  bool meaningful_ = true;
};

}  // namespace fairslot::scenario
