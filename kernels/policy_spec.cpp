#include "kernels/policy_spec.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <type_traits>

#include "kernels/policies/policies.hpp"
#include "kernels/shown.hpp"
#include "kernels/suggest.hpp"

namespace fairslot {
namespace {

std::string quoted(std::string_view text) { return "'" + shown(text) + "'"; }

using NameList = std::vector<std::string_view>;

int kind_of(std::string_view name) {
  NameList names;
  for (PolicyInfo const& policy : policies()) names.push_back(policy.name);
  auto const found = std::ranges::find(names, name);
  if (found == names.end())
    throw PolicyError("unknown policy " + quoted(name) + " " + choices(name, names));
  return static_cast<int>(found - names.begin());
}

std::size_t place_of(PolicyInfo const& policy, std::string_view name) {
  NameList names;
  for (OptionInfo const& option : policy.options) names.push_back(option.name);
  auto const found = std::ranges::find(names, name);
  if (found == names.end())
    throw PolicyError("policy " + quoted(policy.name) + " has no option " + quoted(name) + " " +
                      (names.empty() ? "(it has none)" : choices(name, names)));
  return static_cast<std::size_t>(found - names.begin());
}

/// The shortest decimal that reads back to the same number.
std::string text_of(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

/// How values of each kind of range are read and written as text and kept as 64 bits.
struct Reading {
  std::string_view text;

  /// False: the text is no such value.
  bool read(option::Names const& range, std::int64_t& value) const {
    value = std::ranges::find(range.names, text) - range.names.begin();
    return value < std::ssize(range.names);
  }
  bool read(option::Integers const& range, std::int64_t& value) const {
    return digits() && number(value) && value >= range.least && value <= range.most;
  }
  bool read(option::ResourceIndex const&, std::int64_t& value) const {
    return read(option::Integers{0, max_resources - 1, 0}, value);
  }
  bool read(option::Seed const&, std::int64_t& value) const {
    std::uint64_t seed = 0;
    value = 0;
    if (!digits() || !number(seed)) return false;
    value = std::bit_cast<std::int64_t>(seed);
    return true;
  }
  bool read(option::Reals const& range, std::int64_t& value) const {
    double real = 0;
    // Decimals without a sign: no hexadecimal ones, no infinity.
    bool const decimal = !text.empty() && (text[0] == '.' || (text[0] >= '0' && text[0] <= '9'));
    if (!decimal || !number(real) || !(real >= range.least && real <= range.most)) return false;
    value = std::bit_cast<std::int64_t>(real);
    return !(range.open && real == range.most);
  }

 private:
  bool digits() const { return !text.empty() && text.find_first_not_of("0123456789") == text.npos; }
  template <class T>
  bool number(T& value) const {
    char const* const end = text.data() + text.size();
    auto const [last, error] = std::from_chars(text.data(), end, value);
    // The double nearest to what is too small or too large is 0 or infinity.
    if (std::is_same_v<T, double> && error == std::errc::result_out_of_range)
      value = static_cast<T>(std::strtod(std::string(text).c_str(), nullptr));
    else if (error != std::errc())
      return false;
    return last == end;
  }
};

struct Standard {
  std::int64_t operator()(option::Names const&) const { return 0; }
  std::int64_t operator()(option::Integers const& range) const { return range.standard; }
  std::int64_t operator()(option::ResourceIndex const& range) const { return range.standard; }
  std::int64_t operator()(option::Seed const&) const { return 0; }
  std::int64_t operator()(option::Reals const& range) const {
    return std::bit_cast<std::int64_t>(range.standard);
  }
};

std::string value_text(OptionInfo const& option, std::int64_t value) {
  if (auto const* const names = std::get_if<option::Names>(&option.range))
    return std::string(names->names[static_cast<std::size_t>(value)]);
  if (std::holds_alternative<option::Reals>(option.range))
    return text_of(std::bit_cast<double>(value));
  if (std::holds_alternative<option::Seed>(option.range))
    return std::to_string(std::bit_cast<std::uint64_t>(value));
  return std::to_string(value);
}

struct Allowed {
  std::string operator()(option::Names const& range) const {
    std::string text;
    for (std::string_view const name : range.names)
      (text += text.empty() ? "" : ", ") += std::string(name);
    return text;
  }
  std::string operator()(option::Integers const& range) const {
    return "an integer, " + std::to_string(range.least) + " to " + std::to_string(range.most) +
           "; default " + std::to_string(range.standard);
  }
  std::string operator()(option::ResourceIndex const& range) const {
    return "the index of a resource, from 0; default " + std::to_string(range.standard);
  }
  std::string operator()(option::Seed const&) const {
    return "an integer, 0 to 18446744073709551615; default 0";
  }
  std::string operator()(option::Reals const& range) const {
    return "a number, " + text_of(range.least) + " to " + (range.open ? "below " : "") +
           text_of(range.most) + "; default " + text_of(range.standard);
  }
};

std::int64_t value_of(PolicyInfo const& policy, OptionInfo const& option, std::string_view text) {
  std::int64_t value = 0;
  if (std::visit([&](auto const& range) { return Reading{text}.read(range, value); }, option.range))
    return value;
  auto const* const names = std::get_if<option::Names>(&option.range);
  throw PolicyError(
      "policy " + quoted(policy.name) + ": " + std::string(option.name) + "=" + shown(text) +
      " is not a value " +
      (names ? choices(text, names->names) : "(allowed: " + allowed_values(option) + ")"));
}

/// Cuts the text up to `separator` off the front; the rest is empty where there is none.
std::string_view cut(std::string_view& text, char separator) {
  auto const end = std::min(text.find(separator), text.size());
  std::string_view const front = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return front;
}

Policy standard_policy(int kind) {
  Policy policy{.kind = kind, .options = {}};
  std::int64_t* value = policy.options.value;
  for (OptionInfo const& option : info_of(policy).options)
    *value++ = std::visit(Standard(), option.range);
  return policy;
}

}  // namespace

std::span<PolicyInfo const> policies() { return Policies::infos; }
PolicyInfo const& info_of(Policy const& policy) {
  return Policies::infos[static_cast<std::size_t>(policy.kind)];
}

Policy parse_policy(std::string_view text) {
  std::string_view rest = text;
  Policy policy = standard_policy(kind_of(cut(rest, ':')));
  PolicyInfo const& info = info_of(policy);
  if (text.size() > info.name.size() && rest.empty())
    throw PolicyError("policy " + quoted(text) + ": nothing after ':' (expected option=value)");
  if (!text.empty() && text.back() == ',')
    throw PolicyError("policy " + quoted(text) + ": nothing after the last ','");
  NameList given;
  while (!rest.empty()) {
    std::string_view value = cut(rest, ',');
    bool const assigned = value.find('=') != std::string_view::npos;
    std::string_view const name = cut(value, '=');
    if (!assigned)
      throw PolicyError("policy " + quoted(text) + ": " + quoted(name) +
                        " is no option=value pair");
    if (std::ranges::find(given, name) != given.end())
      throw PolicyError("policy " + quoted(text) + ": option " + quoted(name) + " is given twice");
    given.push_back(name);
    std::size_t const place = place_of(info, name);
    policy.options.value[place] = value_of(info, info.options[place], value);
  }
  return policy;
}

std::string canonical_name(Policy const& policy) {
  PolicyInfo const& info = info_of(policy);
  Policy const standard = standard_policy(policy.kind);
  std::string name(info.name);
  char separator = ':';
  for (std::size_t i = 0; i < info.options.size(); ++i) {
    std::int64_t const value = policy.options.value[i];
    if (value == standard.options.value[i]) continue;
    name += separator;
    name += std::string(info.options[i].name) + "=" + value_text(info.options[i], value);
    separator = ',';
  }
  return name;
}

void require_resources(Policy const& policy, int resources) {
  PolicyInfo const& info = info_of(policy);
  for (std::size_t i = 0; i < info.options.size(); ++i) {
    if (!std::holds_alternative<option::ResourceIndex>(info.options[i].range)) continue;
    std::int64_t const index = policy.options.value[i];
    if (index >= resources)
      throw PolicyError("policy " + quoted(canonical_name(policy)) + ": there is no resource " +
                        std::to_string(index) + " (allowed: " + std::string(info.options[i].name) +
                        "=0 to " + std::to_string(resources - 1) + ")");
  }
}

void require_counters(Policy const& policy, std::int64_t users, std::int64_t servers, bool limits) {
  Traits const traits = Policies::traits(policy.kind, policy.options);
  bool const counts = traits.by_speed || (limits && !traits.pool);
  if (!counts || users == 0 || servers <= limits::counters / users) return;
  throw PolicyError("policy " + quoted(canonical_name(policy)) +
                    ": tasks are counted by user and server" +
                    (traits.by_speed ? "" : ", for per_server") + ": " + std::to_string(users) +
                    " users and " + std::to_string(servers) + " servers (allowed: at most " +
                    std::to_string(limits::counters) + " pairs)");
}

void require_servers(Policy const& policy) {
  if (Policies::traits(policy.kind, policy.options).pool)
    throw PolicyError("policy " + quoted(canonical_name(policy)) +
                      " takes all servers as one pool, of which none can go down (allowed with "
                      "events of servers: policies without a pool)");
}

void require_others(Policy const& policy) {
  std::string const allowed = "(allowed with events of policies: ";
  if (Policies::traits(policy.kind, policy.options).pool)
    throw PolicyError("policy " + quoted(canonical_name(policy)) +
                      " takes all servers as one pool, to and from which no event leads " +
                      allowed + "policies without a pool)");
  if (common_options(policy).skip_unplaceable)
    throw PolicyError("policy " + quoted(canonical_name(policy)) +
                      " leaves out jobs that another policy may run " + allowed +
                      "skip_unplaceable=0)");
}

void require_guarantees(Policy const& policy) {
  if (common_options(policy).skip_unplaceable && option_value(policy, "elastic") == "0")
    throw PolicyError("policy " + quoted(canonical_name(policy)) +
                      " leaves out what a guarantee never allows, which events change (allowed "
                      "with events of guarantees: elastic=1 or skip_unplaceable=0)");
}

std::string option_value(Policy const& policy, std::string_view name) {
  PolicyInfo const& info = info_of(policy);
  for (std::size_t i = 0; i < info.options.size(); ++i)
    if (info.options[i].name == name) return value_text(info.options[i], policy.options.value[i]);
  return "";
}

CommonOptions common_options(Policy const& policy) {
  std::string const order = option_value(policy, "order");
  return {.random_ties = option_value(policy, "ties") == "random",
          .seed = std::stoull(option_value(policy, "seed")),
          .order = order == "listed"     ? ServerOrder::listed
                   : order == "reversed" ? ServerOrder::reversed
                                         : ServerOrder::random,
          .skip_unplaceable = option_value(policy, "skip_unplaceable") == "1"};
}

Policy in_sample(Policy policy, std::int64_t sample) {
  std::uint64_t const seed = common_options(policy).seed + static_cast<std::uint64_t>(sample);
  policy.options.value[place_of(info_of(policy), "seed")] = std::bit_cast<std::int64_t>(seed);
  return policy;
}

std::string allowed_values(OptionInfo const& option) { return std::visit(Allowed(), option.range); }

}  // namespace fairslot
