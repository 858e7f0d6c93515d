#include "kernels/policy_spec.hpp"

#include <bit>
#include <variant>
#include <vector>

#include "kernels/policies/policies.hpp"

namespace fairslot {
namespace {

std::vector<SpecInfo> const& specs() {
  static auto const all = [] {
    std::vector<SpecInfo> list;
    for (PolicyInfo const& policy : policies()) list.push_back({policy.name, policy.options});
    return list;
  }();
  return all;
}

SpecInfo spec_of(Policy const& policy) { return {info_of(policy).name, info_of(policy).options}; }

}  // namespace

std::span<PolicyInfo const> policies() { return Policies::infos; }
PolicyInfo const& info_of(Policy const& policy) {
  return Policies::infos[static_cast<std::size_t>(policy.kind)];
}

Policy parse_policy(std::string_view text) {
  Spec const spec = parse_spec("policy", specs(), text);
  return {.kind = spec.kind, .options = spec.options};
}

std::string canonical_name(Policy const& policy) {
  return canonical_spec(spec_of(policy), policy.options);
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
  policy.options.value[place_of_option("policy", spec_of(policy), "seed")] =
      std::bit_cast<std::int64_t>(seed);
  return policy;
}

}  // namespace fairslot
