/// What a policy is: who is next. A policy is one header in kernels/policies/ and its line in
/// policies.hpp; the engine asks it for one number a user, lowest first, then the lowest user.
#pragma once

#include <concepts>
#include <cstdint>

#include "kernels/macros.hpp"
#include "kernels/policy_spec.hpp"

namespace fairslot {

/// What a policy may look at. K resources; U and n cover the user's running tasks or, under
/// memory = slot, the tasks that it started in this slot.
template <int K>
struct UserView {
  double weight;               ///< w
  std::int64_t started;        ///< X: tasks started since slot 1
  std::int64_t count;          ///< n
  std::int64_t const* usage;   ///< [K] U
  std::int64_t const* totals;  ///< [K] R, the cluster's
  std::int32_t const* demand;  ///< [K] of the next task
  std::int64_t submit;         ///< slot of the next task
  std::int64_t monopoly;       ///< H of the head job at the start of the slot
  double entitlement;          ///< H_sum
};

/// What the engine must know of a policy beside its key.
struct Traits {
  bool pool = false;              ///< one pool instead of servers, permitted sets ignored
  bool strict = false;            ///< the slot is over when the lowest user's task has no room
  bool slot_memory = false;       ///< U, n cover this slot's starts only
  bool ignore_permitted = false;  ///< every server is permitted
  bool entitled = false;          ///< keeps H_sum
  Fit fit = Fit::best;
};

template <class P>
concept SchedulingPolicy = requires(UserView<2> const& user, Options const& options) {
  { P::info.name } -> std::convertible_to<std::string_view>;
  { P::template share<2>(user, options) } -> std::same_as<double>;
  { P::traits(options) } -> std::same_as<Traits>;
};

inline namespace FAIRSLOT_ISA {

/// max over r of (double)U_r/(double)R_r; a resource of which there is nothing adds nothing.
template <int K>
FAIRSLOT_FUNCTION inline double dominant_share(std::int64_t const* usage,
                                               std::int64_t const* totals) {
  double share = 0.0;
  for (int r = 0; r < K; ++r) {
    if (totals[r] == 0) continue;
    double const part = static_cast<double>(usage[r]) / static_cast<double>(totals[r]);
    share = part > share ? part : share;
  }
  return share;
}

}  // namespace FAIRSLOT_ISA

namespace option {

inline constexpr std::string_view memory_values[] = {"running", "slot"};
inline constexpr std::string_view switch_values[] = {"0", "1"};

inline constexpr OptionInfo memory = {
    "memory", memory_values, &Options::memory,
    "which tasks a user is charged for: those running, or those started in this slot"};
inline constexpr OptionInfo strict = {
    "strict", switch_values, &Options::strict,
    "1: the slot is over when the lowest user's task has no room"};

FAIRSLOT_FUNCTION constexpr bool slot_memory(Options const& o) {
  return o.memory == static_cast<std::int32_t>(Memory::slot);
}

}  // namespace option
}  // namespace fairslot
