/// Names and options of policies, as text and as plain data. Free of Kokkos.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fairslot {

// What the options mean: spec in docs/policies.md; the first value is always the default.
enum class Memory : std::int32_t { running, slot };
enum class Monopoly : std::int32_t { exclusive, full, fluid };  ///< tvtsf's h
enum class Denominators : std::int32_t { backlogged, since_arrival, since_start };
enum class Fit : std::int32_t { best, first };
enum class Permitted : std::int32_t { apply, ignore };

/// Every option of every policy; a policy reads those that its `info` lists.
struct Options {
  std::int32_t memory = 0;
  std::int32_t h = 0;
  std::int32_t denominators = 0;
  std::int32_t strict = 0;
  std::int32_t fit = 0;
  std::int32_t permitted = 0;
  bool operator==(Options const&) const = default;
};

struct OptionInfo {
  std::string_view name;
  std::span<std::string_view const> values;  ///< the first is the default
  std::int32_t Options::*field;
  std::string_view summary;
};

struct PolicyInfo {
  std::string_view name;
  std::string_view summary;
  std::string_view source;  ///< paper, equation or algorithm
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

/// All policies, in the order of the list in kernels/policies/policies.hpp.
std::span<PolicyInfo const> policies();

/// "tvtsf", "tsf:memory=slot", "drfh:fit=first,permitted=ignore".
Policy parse_policy(std::string_view text);

/// The name and the options that differ from their defaults, in the order of the policy's table.
std::string canonical_name(Policy const&);

}  // namespace fairslot
