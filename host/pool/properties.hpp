/// What is asked of a mechanism that divides one pool: the eight properties of Ghodsi et al. 2011,
/// and that nobody complains with reason (Dolev et al. 2012). Each is tried on an instance, with
/// what the mechanism gives there and on others close to it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "host/pool/answer.hpp"
#include "host/pool/instance.hpp"

namespace fairslot::pool {

/// A mechanism, or what a test makes one of.
using Divide = std::function<Answer(Instance const&)>;

/// A user has less than it should: tasks, or a share.
struct Shortfall {
  std::size_t user = 0;
  double have = 0, due = 0;
  std::string how;  ///< "user 1 has 3 tasks, and 2 where there is twice as much of resource 0"
  /// Of what is due; 0 and less: nothing is missing.
  double part() const { return due > 0 ? 1 - have / due : 0.0; }
};

/// A part that is missing and is more than rounding.
inline constexpr double least_shortfall = 1e-4;

struct Property {
  std::string_view name, text;
  /// The largest shortfall; nullopt: the instance says nothing of the property. `in` is one pool
  /// for users without limits and of equal weights; `answer` is of it.
  std::optional<Shortfall> (*shortfall)(Divide const&, Instance const& in, Answer const& answer);
};
std::span<Property const> properties();

/// Lies are tried on every resource with every other: so many resources make that too many.
inline constexpr std::size_t most_resources_of_lies = 3;

}  // namespace fairslot::pool
