#include "host/scenario/rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <unordered_set>

#include "host/audit/audits.hpp"
#include "host/distributions/distribution.hpp"
#include "host/error.hpp"
#include "host/queues.hpp"
#include "kernels/policy_spec.hpp"
#include "kernels/shown.hpp"
#include "kernels/suggest.hpp"

namespace fairslot::scenario {

std::string Allowed::text() const { return range.empty() ? type : type + ", " + range; }

namespace {

template <class Number>
std::string range_text(Between<Number> const& rule) {
  std::string text = fmt::format("{} .. {}", rule.least, rule.most);
  return rule.also ? text + fmt::format(" or {}", *rule.also) : text;
}

template <class Number>
bool keeps(Between<Number> const& rule, Number value) {  // false for NaN
  return (value >= rule.least && value <= rule.most) || (rule.also && value == *rule.also);
}

std::string shown_value(Value const& value) {
  bool const scalar = value.data.index() <= 3;
  return scalar ? shown(toml_text(value)) : type_name(value);
}

[[noreturn]] void refuse(Value const& value, std::string const& key, Allowed const& what,
                         std::string const& nearest = "") {
  fail(value.place, key,
       fmt::format("{} is not allowed (allowed: {}){}", shown_value(value), what.text(),
                   nearest.empty() ? "" : "; did you mean " + nearest + "?"));
}

template <class T, class Rule>
T const& get(Value const& value, std::string const& key, Rule const& rule) {
  if (auto const* const data = std::get_if<T>(&value.data)) return *data;
  refuse(value, key, allowed(rule));
}

bool is_short_name(std::string_view name) {
  return !name.empty() && name.size() <= 64 && std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) || c == '.' || c == '_' || c == '-';
  });
}

using Seen = std::unordered_set<std::string>;

void refuse_twice(Value const& value, std::string const& key, Seen& seen, std::string const& name) {
  if (!seen.insert(name).second)
    fail(value.place, key, fmt::format("{} is listed twice", shown(name)));
}

void add_policy(Value const& value, std::string const& key, Seen& seen,
                std::vector<std::string>& names) {
  try {
    names.push_back(canonical_name(parse_policy(get<std::string>(value, key, AnyText{}))));
  } catch (PolicyError const& error) {
    fail(value.place, key, error.what());
  }
  refuse_twice(value, key, seen, names.back());
}

constexpr Between<double> published_gain{-1e15, 1e15};

std::vector<std::string_view> audit_names() {
  std::vector<std::string_view> names;
  for (audit::Info const& info : audit::infos()) names.push_back(info.name);
  return names;
}

}  // namespace

bool is_file_name(std::string_view name) {
  return is_short_name(name) && name[0] != '.' && name[0] != '-';
}

bool is_sweepable(std::string_view key) {
  constexpr std::string_view whole[] = {"policies",        "cluster",        "users",
                                        "queues",          "workload.needs", "workload.demands",
                                        "workload.inflate"};
  constexpr std::string_view with_all_in_them[] = {"name",  "description", "samples",
                                                   "sweep", "record",      "cluster.resources",
                                                   "audit", "audit_users", "compare"};
  return !std::ranges::count(whole, key) &&
         std::ranges::none_of(with_all_in_them, [&](auto no) { return is_within(key, no); });
}

Allowed allowed(Between<std::int64_t> const& rule) { return {"integer", range_text(rule)}; }
Allowed allowed(Between<double> const& rule) { return {"number", range_text(rule)}; }
Allowed allowed(std::span<std::string_view const> names) {
  return {"name", fmt::format("{}", fmt::join(names, " or "))};
}
Allowed allowed(AnyFlag) { return {"boolean", "true or false"}; }
Allowed allowed(LaterFlag) { return allowed(AnyFlag{}); }
Allowed allowed(AnyText) { return {"text", ""}; }
Allowed allowed(FileName) {
  return {"text", "1 to 64 letters, digits, dots, _ and -, the first no dot or -"};
}
Allowed allowed(SweepableKey) {
  return {"text",
          "a key with a single value, as policies.0, but name, description, samples, audit, "
          "audit_users, cluster.resources.*, record.*, compare.*"};
}
Allowed allowed(PolicyTexts) { return {"list of texts", "at least one, all different"}; }
Allowed allowed(AuditNames) {
  return {"list of texts", fmt::format("{}, all different", fmt::join(audit_names(), ", "))};
}
Allowed allowed(PolicyOrPolicies) {
  return {"policy or list of policies", "of those that run, all different"};
}
Allowed allowed(PublishedGains) {
  return {"number or list", fmt::format("{} or \"none\" each, at most {}",
                                        range_text(published_gain), most_published)};
}
Allowed allowed(OneLine) {
  return {"text", fmt::format("1 to {} characters in one line, all printable, not only blanks",
                              longest_line)};
}
Allowed allowed(Guarantees) {
  return {"table", "numbers above 0, at most 1, by name; those in one queue sum to at most 1"};
}
Allowed allowed(WorldName) { return {"text", fmt::format("{} hex digits, or \"\"", world_digits)}; }
Allowed allowed(Part) { return {"number", "above 0, at most 1"}; }
Allowed allowed(QueueName) { return {"text", "a name in queues"}; }
Allowed allowed(PolicyText) { return {"text", "NAME or NAME:option=value,..."}; }
Allowed allowed(Betas) {
  return {"list of numbers",
          "0.001 .. 1000 each, none closer to 1 than 0.000001, 1 to 16 of them, "
          "all different"};
}
Allowed allowed(Numbers const& rule) {
  return {"list of numbers", fmt::format("{} each, at least one", range_text(rule.each))};
}
Allowed allowed(Names) {
  return {"list of texts", "1 to 64 letters, digits, dots, _ and - each, all different"};
}
Allowed allowed(DistributionText rule) {
  return {"distribution",
          fmt::format("NAME or NAME:option=value,...; no value below {}", rule.least)};
}
Allowed allowed(DistributionTexts) {
  return {"list of distributions", "NAME or NAME:option=value,... each, one a resource"};
}
Allowed allowed(Probabilities) { return {"table", "numbers 0 .. 1 by attribute"}; }
Allowed allowed(TraceName) { return {"text", "the name of a trace file, .h5"}; }
Allowed allowed(ClassName) { return {"text", "one line, not empty"}; }
Allowed allowed(InflationTable) {
  return {"table", "{resource = a name in cluster.resources, factor = 0.001 .. 1000}"};
}
Allowed allowed(Scalars) { return {"list", "at least one number, text or boolean, all different"}; }
Allowed allowed(Integers const& rule) {
  return {"list of integers", fmt::format("{} each, {} to {} of them", range_text(rule.each),
                                          rule.shortest, rule.longest)};
}

void read(Value const& value, std::string const& key, std::int64_t& field,
          Between<std::int64_t> const& rule) {
  field = get<std::int64_t>(value, key, rule);
  if (!keeps(rule, field)) refuse(value, key, allowed(rule));
}

/// Written as an integer or not.
template <class Rule>
double get_number(Value const& value, std::string const& key, Rule const& rule) {
  auto const* const integer = std::get_if<std::int64_t>(&value.data);
  return integer ? static_cast<double>(*integer) : get<double>(value, key, rule);
}

void read(Value const& value, std::string const& key, double& field, Between<double> const& rule) {
  field = get_number(value, key, rule);
  if (!keeps(rule, field)) refuse(value, key, allowed(rule));
  if (field == 0) field = 0;  // -0.0 is written as 0.0
}

template <class Number>
void read(Value const& value, std::string const& key, std::optional<Number>& field,
          Between<Number> const& rule) {
  read(value, key, field.emplace(), rule);
}
template void read(Value const&, std::string const&, std::optional<double>&,
                   Between<double> const&);
template void read(Value const&, std::string const&, std::optional<std::int64_t>&,
                   Between<std::int64_t> const&);

void read(Value const& value, std::string const& key, bool& field, AnyFlag rule) {
  field = get<bool>(value, key, rule);
}

void read(Value const& value, std::string const& key, bool& field, LaterFlag) {
  read(value, key, field, AnyFlag{});
}

void read(Value const& value, std::string const& key, std::string& field, AnyText rule) {
  field = get<std::string>(value, key, rule);
}

void read(Value const& value, std::string const& key, std::string& field, FileName rule) {
  field = get<std::string>(value, key, rule);
  if (!is_file_name(field)) refuse(value, key, allowed(rule));
}

void read(Value const& value, std::string const& key, std::string& field, SweepableKey rule) {
  field = plain_key(get<std::string>(value, key, rule));
  if (!is_sweepable(field)) refuse(value, key, allowed(rule));
}

void read(Value const& value, std::string const& key, std::vector<std::string>& field,
          PolicyTexts rule) {
  field.clear();
  Seen seen;
  for (Value const& element : get<Array>(value, key, rule).values)
    add_policy(element, key, seen, field);
  if (field.empty()) fail(value.place, key, "an empty list (allowed: at least one policy)");
}

void read(Value const& value, std::string const& key, std::vector<std::string>& field,
          PolicyOrPolicies rule) {
  if (!std::holds_alternative<std::string>(value.data)) {
    get<Array>(value, key, rule);
    return read(value, key, field, PolicyTexts{});
  }
  field.clear();
  Seen seen;
  add_policy(value, key, seen, field);
}

void read(Value const& value, std::string const& key, std::vector<std::optional<double>>& field,
          PublishedGains rule) {
  field.clear();
  auto const add = [&](Value const& element) {
    auto const* const text = std::get_if<std::string>(&element.data);
    if (text && *text != "none") refuse(element, key, allowed(rule));
    field.emplace_back();
    if (!text) read(element, key, field.back().emplace(), published_gain);
  };
  auto const* const list = std::get_if<Array>(&value.data);
  if (list && (list->values.empty() || list->values.size() > most_published))
    fail(value.place, key,
         fmt::format("a list of {} (allowed: {})", list->values.size(), allowed(rule).text()));
  if (!list) return add(value);
  for (Value const& element : list->values) add(element);
}

void read(Value const& value, std::string const& key, std::string& field, OneLine rule) {
  field = get<std::string>(value, key, rule);
  bool const plain = shown(field, std::string::npos) == field;
  std::size_t characters = 0;
  for (char const c : field) characters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  bool const blank = field.find_first_not_of(' ') == std::string::npos;
  if (!plain || blank || characters > longest_line) refuse(value, key, allowed(rule));
}

void read(Value const& value, std::string const& key, std::string& field, WorldName rule) {
  field = get<std::string>(value, key, rule);
  bool const hex = field.find_first_not_of("0123456789abcdef") == field.npos;
  if (!hex || (!field.empty() && field.size() != world_digits)) refuse(value, key, allowed(rule));
}

void read(Value const& value, std::string const& key, std::vector<std::string>& field, Names rule) {
  field.clear();
  Seen seen;
  for (Value const& element : get<Array>(value, key, rule).values) {
    std::string const& name = get<std::string>(element, key, rule);
    if (!is_short_name(name)) refuse(element, key, allowed(rule));
    refuse_twice(element, key, seen, name);
    field.push_back(name);
  }
}

void read(Value const& value, std::string const& key, std::vector<std::string>& field,
          AuditNames rule) {
  field.clear();
  Seen seen;
  auto const audits = audit_names();
  for (Value const& element : get<Array>(value, key, rule).values) {
    field.emplace_back(audits[read_name(element, key, audits)]);
    refuse_twice(element, key, seen, field.back());
  }
}

void read(Value const& value, std::string const& key, std::string& field, DistributionText rule) {
  std::string const& text = get<std::string>(value, key, rule);
  try {
    distributions::Distribution const read(
        distributions::with_counts(text, folder_of(value.place)));
    if (read.least() < rule.least)
      throw SpecError(fmt::format("{} draws values below {} (allowed: least={} or more)",
                                  shown(text), rule.least, rule.least));
    field = read.text();
  } catch (SpecError const& error) {
    fail(value.place, key, error.what());
  } catch (InputError const& error) {  // of the table's file
    fail(value.place, key, error.what());
  }
}

void read(Value const& value, std::string const& key, std::vector<std::string>& field,
          DistributionTexts rule) {
  field.clear();
  for (Value const& element : get<Array>(value, key, rule).values)
    read(element, key, field.emplace_back(), DistributionText{0});
}

void read(Value const& value, std::string const& key, std::map<std::string, double>& field,
          Probabilities rule) {
  field.clear();
  for (auto const& [name, entry] : get<Table>(value, key, rule).entries)
    read(entry.value, fmt::format("{}.{}", key, name), field[name], Between<double>{0, 1});
}

void read(Value const& value, std::string const& key, std::vector<std::string>& field,
          Scalars rule) {
  field.clear();
  Seen seen;
  for (Value const& element : get<Array>(value, key, rule).values) {
    if (element.data.index() > 3) refuse(element, key, allowed(rule));
    std::string const text = toml_text(element);
    refuse_twice(element, key, seen, text);
    field.push_back(text);
  }
  if (field.empty())
    fail(value.place, key, fmt::format("an empty list (allowed: {})", allowed(rule).text()));
}

void read(Value const& value, std::string const& key, std::vector<std::int64_t>& field,
          Integers const& rule) {
  field.clear();
  auto const& values = get<Array>(value, key, rule).values;
  if (values.size() < rule.shortest || values.size() > rule.longest)
    fail(value.place, key,
         fmt::format("{} numbers (allowed: {})", values.size(), allowed(rule).text()));
  for (Value const& element : values) {
    std::int64_t number = 0;
    read(element, key, number, rule.each);
    field.push_back(number);
  }
}

void read(Value const& value, std::string const& key,
          std::optional<std::vector<std::int64_t>>& field, Integers const& rule) {
  read(value, key, field.emplace(), rule);
}

void read(Value const& value, std::string const& key, double& field, Part rule) {
  field = get_number(value, key, rule);
  if (!(field > 0 && field <= 1)) refuse(value, key, allowed(rule));
}

void read(Value const& value, std::string const& key, std::map<std::string, double>& field,
          Guarantees rule) {
  auto const& entries = get<Table>(value, key, rule).entries;
  field.clear();
  for (auto const& [name, entry] : entries)
    read(entry.value, fmt::format("{}.{}", key, name), field[name], Part{});
  try {
    read_queues(field);
  } catch (QueueError const& error) {
    fail(entries->find(error.name)->second.place, fmt::format("{}.{}", key, error.name),
         error.what());
  }
}

void read(Value const& value, std::string const& key, std::string& field, QueueName rule) {
  field = get<std::string>(value, key, rule);
  if (field.empty()) refuse(value, key, allowed(rule));
}

void read(Value const& value, std::string const& key, std::string& field, PolicyText rule) {
  try {
    field = canonical_name(parse_policy(get<std::string>(value, key, rule)));
  } catch (PolicyError const& error) {
    fail(value.place, key, error.what());
  }
}

void read(Value const& value, std::string const& key, std::vector<double>& field,
          Numbers const& rule) {
  field.clear();
  for (Value const& element : get<Array>(value, key, rule).values)
    read(element, key, field.emplace_back(), rule.each);
  if (field.empty())
    fail(value.place, key, fmt::format("an empty list (allowed: {})", allowed(rule).text()));
}

void read(Value const& value, std::string const& key, std::vector<double>& field, Betas rule) {
  constexpr double least = 0.001, most = 1000, of_one = 1e-6;
  constexpr std::size_t columns = 16;
  field.clear();
  for (Value const& element : get<Array>(value, key, rule).values) {
    double beta = 0;
    read(element, key, beta, Between<double>{least, most});
    if (std::abs(beta - 1) < of_one || std::ranges::count(field, beta) > 0)
      refuse(element, key, allowed(rule));
    field.push_back(beta);
  }
  if (field.empty() || field.size() > columns)
    fail(value.place, key,
         fmt::format("{} numbers (allowed: {})", field.size(), allowed(rule).text()));
}

void read(Value const& value, std::string const& key, std::string& field, TraceName rule) {
  field = get<std::string>(value, key, rule);
  if (field.empty()) refuse(value, key, allowed(rule));
}

void read(Value const& value, std::string const& key, std::string& field, ClassName rule) {
  field = get<std::string>(value, key, rule);
  if (field.empty() || shown(field, std::string::npos) != field) refuse(value, key, allowed(rule));
}

void read(Value const& value, std::string const& key, Scenario::Inflation& field,
          InflationTable rule) {
  Table const& table = get<Table>(value, key, rule);
  Entry const* const resource = table.find("resource");
  Entry const* const factor = table.find("factor");
  for (auto const& [name, entry] : *table.entries)
    if (name != "resource" && name != "factor")
      fail(value.place, key + "." + name,
           "unknown key (allowed in workload.inflate: resource, factor)");
  if (!resource || !factor)
    fail(value.place, key,
         fmt::format("no {} (allowed: {})", resource ? "factor" : "resource", allowed(rule).range));
  field.resource = get<std::string>(resource->value, key + ".resource", AnyText{});
  read(factor->value, key + ".factor", field.factor, Between<double>{0.001, 1000});
}

std::size_t read_name(Value const& value, std::string const& key,
                      std::span<std::string_view const> names) {
  std::string const& name = get<std::string>(value, key, names);
  auto const at = std::ranges::find(names, name);
  if (at == names.end()) refuse(value, key, allowed(names), nearest_name(name, names));
  return static_cast<std::size_t>(at - names.begin());
}

}  // namespace fairslot::scenario
