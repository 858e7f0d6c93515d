/// What the rules of describe.hpp allow, in words, and whether a value of the document keeps them.
#pragma once

#include <string>
#include <vector>

#include "host/scenario/describe.hpp"
#include "host/scenario/document.hpp"

namespace fairslot::scenario {

/// Type and range in words: {"integer", "1 .. 600"}.
struct Allowed {
  std::string type, range;
  std::string text() const;
};
Allowed allowed(Between<std::int64_t> const&);
Allowed allowed(Between<double> const&);
Allowed allowed(std::span<std::string_view const> names);
template <std::size_t n>
Allowed allowed(OneOf<n> const& rule) {
  return allowed(std::span<std::string_view const>(rule.names));
}
Allowed allowed(AnyFlag);
Allowed allowed(LaterFlag);
Allowed allowed(AnyText);
Allowed allowed(FileName);
Allowed allowed(SweepableKey);
Allowed allowed(PolicyTexts);
Allowed allowed(PolicyOrPolicies);
Allowed allowed(PublishedGains);
Allowed allowed(OneLine);
Allowed allowed(Guarantees);
Allowed allowed(Part);
Allowed allowed(QueueName);
Allowed allowed(PolicyText);
Allowed allowed(WorldName);
Allowed allowed(Betas);
Allowed allowed(Numbers const&);
Allowed allowed(Names);
Allowed allowed(AuditNames);
Allowed allowed(DistributionText);
Allowed allowed(DistributionTexts);
Allowed allowed(Probabilities);
Allowed allowed(TraceName);
Allowed allowed(ClassName);
Allowed allowed(InflationTable);
Allowed allowed(Scalars);
Allowed allowed(Integers const&);

bool is_file_name(std::string_view);
bool is_sweepable(std::string_view key);

// Reads a value into a field, or throws InputError that names place, key, value and what is
// allowed.
void read(Value const&, std::string const& key, std::int64_t& field, Between<std::int64_t> const&);
void read(Value const&, std::string const& key, double& field, Between<double> const&);
template <class Number>
void read(Value const&, std::string const& key, std::optional<Number>& field,
          Between<Number> const&);
void read(Value const&, std::string const& key, bool& field, AnyFlag);
void read(Value const&, std::string const& key, bool& field, LaterFlag);
void read(Value const&, std::string const& key, std::string& field, AnyText);
void read(Value const&, std::string const& key, std::string& field, FileName);
void read(Value const&, std::string const& key, std::string& field, SweepableKey);
void read(Value const&, std::string const& key, std::vector<std::string>& field, PolicyTexts);
void read(Value const&, std::string const& key, std::vector<std::string>& field, PolicyOrPolicies);
void read(Value const&, std::string const& key, std::vector<std::optional<double>>& field,
          PublishedGains);
void read(Value const&, std::string const& key, std::string& field, OneLine);
void read(Value const&, std::string const& key, std::map<std::string, double>& field, Guarantees);
void read(Value const&, std::string const& key, double& field, Part);
void read(Value const&, std::string const& key, std::string& field, QueueName);
void read(Value const&, std::string const& key, std::string& field, PolicyText);
void read(Value const&, std::string const& key, std::string& field, WorldName);
void read(Value const&, std::string const& key, std::vector<double>& field, Betas);
void read(Value const&, std::string const& key, std::vector<double>& field, Numbers const&);
void read(Value const&, std::string const& key, std::vector<std::string>& field, Names);
void read(Value const&, std::string const& key, std::vector<std::string>& field, AuditNames);
void read(Value const&, std::string const& key, std::string& field, DistributionText);
void read(Value const&, std::string const& key, std::vector<std::string>& field, DistributionTexts);
void read(Value const&, std::string const& key, std::map<std::string, double>& field,
          Probabilities);
void read(Value const&, std::string const& key, std::string& field, TraceName);
void read(Value const&, std::string const& key, std::string& field, ClassName);
void read(Value const&, std::string const& key, Scenario::Inflation& field, InflationTable);
void read(Value const&, std::string const& key, std::vector<std::string>& field, Scalars);
void read(Value const&, std::string const& key, std::vector<std::int64_t>& field, Integers const&);
void read(Value const&, std::string const& key, std::optional<std::vector<std::int64_t>>& field,
          Integers const&);

/// A key that may be absent.
template <class T, class Rule>
void read(Value const& value, std::string const& key, std::optional<T>& field, Rule const& rule) {
  read(value, key, field.emplace(), rule);
}

/// Index of the name.
std::size_t read_name(Value const&, std::string const& key,
                      std::span<std::string_view const> names);
template <class Enum, std::size_t n>
void read(Value const& value, std::string const& key, Enum& field, OneOf<n> const& rule) {
  field = static_cast<Enum>(read_name(value, key, rule.names));
}

/// Whether a key must be given: its default breaks its rule.
template <class Field, class Rule>
bool is_required(Field const&, Rule const&) {
  return false;
}
inline bool is_required(std::vector<std::int64_t> const& field, Integers const& rule) {
  return field.size() < rule.shortest;
}
inline bool is_required(std::string const& field, SweepableKey) { return field.empty(); }
inline bool is_required(std::string const& field, TraceName) { return field.empty(); }
inline bool is_required(std::vector<std::string> const& field, Scalars) { return field.empty(); }
inline bool is_required(std::vector<std::string> const& field, PolicyOrPolicies) {
  return field.empty();
}
inline bool is_required(std::string const& field, OneLine rule) {
  return rule.needed && field.empty();
}

}  // namespace fairslot::scenario
