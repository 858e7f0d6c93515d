#include "kernels/policy_spec.hpp"

#include <algorithm>

#include "kernels/policies/policies.hpp"
#include "kernels/shown.hpp"
#include "kernels/suggest.hpp"

namespace fairslot {
namespace {

std::string quoted(std::string_view text) { return "'" + shown(text) + "'"; }

using Names = std::vector<std::string_view>;

int kind_of(std::string_view name) {
  Names names;
  for (PolicyInfo const& policy : policies()) names.push_back(policy.name);
  auto const found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw PolicyError("unknown policy " + quoted(name) + " " + choices(name, names));
  return static_cast<int>(found - names.begin());
}

OptionInfo const& option_of(PolicyInfo const& policy, std::string_view name) {
  Names names;
  for (OptionInfo const& option : policy.options) {
    if (option.name == name) return option;
    names.push_back(option.name);
  }
  throw PolicyError("policy " + quoted(policy.name) + " has no option " + quoted(name) + " " +
                    (names.empty() ? "(it has none)" : choices(name, names)));
}

std::int32_t value_of(PolicyInfo const& policy, OptionInfo const& option, std::string_view value) {
  auto const found = std::find(option.values.begin(), option.values.end(), value);
  if (found == option.values.end())
    throw PolicyError("policy " + quoted(policy.name) + ": " + std::string(option.name) + "=" +
                      shown(value) + " is not a value " +
                      choices(value, Names(option.values.begin(), option.values.end())));
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
