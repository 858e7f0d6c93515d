#include "kernels/policy_spec.hpp"

#include <algorithm>

#include "kernels/policies/policies.hpp"

namespace fairslot {
namespace {

/// "a, b, c" of anything with a name.
template <class Range, class Name>
std::string listed(Range const& range, Name name) {
  std::string text;
  for (auto const& item : range) {
    if (!text.empty()) text += ", ";
    text += name(item);
  }
  return text;
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

int kind_of(std::string_view name) {
  auto const all = policies();
  auto const found =
      std::find_if(all.begin(), all.end(), [&](PolicyInfo const& p) { return p.name == name; });
  if (found == all.end())
    throw PolicyError("unknown policy " + quoted(name) + " (allowed: " +
                      listed(all, [](PolicyInfo const& p) { return std::string(p.name); }) + ")");
  return static_cast<int>(found - all.begin());
}

OptionInfo const& option_of(PolicyInfo const& policy, std::string_view name) {
  for (OptionInfo const& option : policy.options)
    if (option.name == name) return option;
  std::string const allowed =
      policy.options.empty()
          ? "it has none"
          : "allowed: " + listed(policy.options,
                                 [](OptionInfo const& o) { return std::string(o.name); });
  throw PolicyError("policy " + quoted(policy.name) + " has no option " + quoted(name) + " (" +
                    allowed + ")");
}

std::int32_t value_of(PolicyInfo const& policy, OptionInfo const& option, std::string_view value) {
  auto const found = std::find(option.values.begin(), option.values.end(), value);
  if (found == option.values.end())
    throw PolicyError("policy " + quoted(policy.name) + ": " + std::string(option.name) + "=" +
                      std::string(value) + " is not a value (allowed: " +
                      listed(option.values, [](std::string_view v) { return std::string(v); }) +
                      ")");
  return static_cast<std::int32_t>(found - option.values.begin());
}

/// Cuts the text up to `separator` off the front; the rest is empty where there is none.
std::string_view cut(std::string_view& text, char separator) {
  auto const end = std::min(text.find(separator), text.size());
  std::string_view const front = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return front;
}

}  // namespace

std::span<PolicyInfo const> policies() { return Policies::infos; }

Policy parse_policy(std::string_view text) {
  std::string_view rest = text;
  Policy policy{.kind = kind_of(cut(rest, ':')), .options = {}};
  PolicyInfo const& info = policies()[policy.kind];
  if (text.size() > info.name.size() && rest.empty())
    throw PolicyError("policy " + quoted(text) + ": nothing after ':' (expected option=value)");
  if (!text.empty() && text.back() == ',')
    throw PolicyError("policy " + quoted(text) + ": nothing after the last ','");
  std::vector<std::string_view> given;
  while (!rest.empty()) {
    std::string_view value = cut(rest, ',');
    bool const assigned = value.find('=') != std::string_view::npos;
    std::string_view const name = cut(value, '=');
    if (!assigned)
      throw PolicyError("policy " + quoted(text) + ": " + quoted(name) +
                        " is no option=value pair");
    if (std::find(given.begin(), given.end(), name) != given.end())
      throw PolicyError("policy " + quoted(text) + ": option " + quoted(name) + " is given twice");
    given.push_back(name);
    OptionInfo const& option = option_of(info, name);
    policy.options.*option.field = value_of(info, option, value);
  }
  return policy;
}

std::string canonical_name(Policy const& policy) {
  PolicyInfo const& info = policies()[policy.kind];
  std::string name(info.name);
  char separator = ':';
  for (OptionInfo const& option : info.options) {
    std::int32_t const value = policy.options.*option.field;
    if (value == 0) continue;
    name += separator;
    name += std::string(option.name) + "=" + std::string(option.values[value]);
    separator = ',';
  }
  return name;
}

}  // namespace fairslot
