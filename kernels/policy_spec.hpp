/// Names and options of policies, as text and as plain data. Free of Kokkos.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fairslot {

/// What an option may be set to.
namespace option {

/// The first is the default.
struct Names {
  std::span<std::string_view const> names;
};
struct Integers {
  std::int64_t least, most, standard;
};
/// The index of a resource, which the problem must have.
struct ResourceIndex {
  std::int64_t standard;
};
/// Doubles from `least` to `most`, which is out where the range is open.
struct Reals {
  double least, most, standard;
  bool open = false;
};
/// Any integer of 64 bits, without a sign; 0 by default.
struct Seed {};
using Range = std::variant<Names, Integers, ResourceIndex, Reals, Seed>;

}  // namespace option

struct OptionInfo {
  std::string_view name;
  option::Range range;
  std::string_view summary;
};

/// Options of a policy at most.
inline constexpr int max_options = 12;

/// The values of a policy's options in the order of its table: the place among the names, the
/// integer, or the bits of the real.
struct Options {
  std::int64_t value[max_options] = {};
  bool operator==(Options const&) const = default;
};

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

/// Thrown for a text that names no policy or no such option; what() is one line that says what is
/// allowed and, for a misspelling, the nearest name.
struct PolicyError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

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

/// What the option may be: "running, slot", "an integer, 1 to 2147483647; default 100".
std::string allowed_values(OptionInfo const&);

}  // namespace fairslot
