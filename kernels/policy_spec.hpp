/// Names and options of policies, as text and as plain data. Free of Kokkos.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "kernels/spec.hpp"

namespace fairslot {

struct PolicyInfo {
  std::string_view name;
  std::string_view lowest;     ///< what is lowest of who is next: the key
  std::string_view source;     ///< author, year, equation or algorithm
  std::string_view remembers;  ///< from slot to slot, beside what runs and waits
  std::string_view claims;     ///< properties that are claimed for it, by whom
  std::span<OptionInfo const> options;
};

/// A policy with its options chosen.
struct Policy {
  int kind = 0;  ///< index into policies()
  Options options;
  bool operator==(Policy const&) const = default;
};

/// What is wrong with a policy, in one line.
using PolicyError = SpecError;

/// In which order servers are taken where their scores are equal.
enum class ServerOrder { listed, reversed, random };

/// What the options that all policies have are set to.
struct CommonOptions {
  bool random_ties;
  std::uint64_t seed;
  ServerOrder order;
  bool skip_unplaceable;
};
CommonOptions common_options(Policy const&);

/// The policy in sample s of a scenario: with seed + s.
Policy in_sample(Policy, std::int64_t sample);

/// All policies, in the order of the list in kernels/policies/policies.hpp.
std::span<PolicyInfo const> policies();
PolicyInfo const& info_of(Policy const&);

/// "tvtsf", "tsf:memory=slot", "cmmf:resource=1", "sdrf:delta=0.9,fit=first".
Policy parse_policy(std::string_view text);

/// The name and the options that differ from their defaults, in the order of the policy's table.
std::string canonical_name(Policy const&);

/// Throws PolicyError, one line, where the policy asks for what a problem of so many resources has
/// not.
void require_resources(Policy const&, int resources);

/// The same where it would count tasks for too many pairs of users and servers. `limits`: some job
/// has a limit a server.
void require_counters(Policy const&, std::int64_t users, std::int64_t servers, bool limits);

/// Throws PolicyError, one line, where the policy takes all servers as one pool: none can go down.
void require_servers(Policy const&);

/// Throws PolicyError, one line, where the policy cannot pick before or after others in one run: it
/// takes all servers as one pool, or leaves out jobs that others may have started.
void require_others(Policy const&);

/// Throws PolicyError, one line, where a job that its queue's guarantee never allows is left out:
/// it is no part of the queue when the guarantee changes.
void require_guarantees(Policy const&);

/// Name and value of an option as text, e.g. "running", "100"; "" where the policy has none of the
/// name.
std::string option_value(Policy const&, std::string_view name);

}  // namespace fairslot
