/// Amounts of resources as integers, so that sums are exact and the same in any order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fairslot::stages {

inline constexpr std::size_t most_resources = 8;
/// The first resource can be squeezed, the others are treated as memory is.
inline constexpr std::size_t cpu = 0, memory = 1;

/// 2^-40 of a core, a GiB, ...: the rounding of 2.2 cores moves no end by 1e-12 of a second.
using Amount = std::int64_t;
inline constexpr double units = 1099511627776.0;
/// Of one stage, request or worker.
inline constexpr double largest_amount = 4096;
/// Of all workers, or of what all tasks need at most: sums fit into an Amount.
inline constexpr double largest_sum = 4'000'000;

/// To the nearest unit. No libm: what decides has the same bits everywhere.
constexpr Amount amount_of(double number) {
  return static_cast<Amount>(number * units + (number < 0 ? -0.5 : 0.5));
}
constexpr double to_number(Amount amount) { return static_cast<double>(amount) / units; }

/// 0 of nothing.
constexpr double part_of(double amount, Amount all) {
  return all > 0 ? amount / static_cast<double>(all) : 0.0;
}
constexpr double part_of(Amount amount, Amount all) {
  return part_of(static_cast<double>(amount), all);
}

/// One a resource; those that an instance does not have are 0.
using Amounts = std::array<Amount, most_resources>;

constexpr void add(Amounts& to, Amounts const& what) {
  for (std::size_t r = 0; r < most_resources; ++r) to[r] += what[r];
}
constexpr void subtract(Amounts& from, Amounts const& what) {
  for (std::size_t r = 0; r < most_resources; ++r) from[r] -= what[r];
}
constexpr Amounts difference(Amounts from, Amounts const& what) {
  subtract(from, what);
  return from;
}
constexpr void raise(Amounts& to, Amounts const& at_least) {
  for (std::size_t r = 0; r < most_resources; ++r)
    if (to[r] < at_least[r]) to[r] = at_least[r];
}
constexpr void lower(Amounts& to, Amounts const& at_most) {
  for (std::size_t r = 0; r < most_resources; ++r)
    if (to[r] > at_most[r]) to[r] = at_most[r];
}

/// The paper's "<" of tuples, (13): some component is smaller.
constexpr bool any_less(Amounts const& a, Amounts const& b, std::size_t first = 0) {
  for (std::size_t r = first; r < most_resources; ++r)
    if (a[r] < b[r]) return true;
  return false;
}

}  // namespace fairslot::stages
