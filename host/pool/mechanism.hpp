/// What a mechanism has: a name, a line about it, its source, what is claimed of it, what it takes,
/// options, and
///   Answer solve(Instance const&, Steps) const;
/// constructed from the options' values. A mechanism is one header in mechanisms/ (and a source
/// where it is longer) and a line in mechanisms.hpp.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "host/option_values.hpp"
#include "host/pool/answer.hpp"
#include "host/pool/instance.hpp"

namespace fairslot::pool {

using Values = OptionValues;

/// Which instances a mechanism is for. What is not taken is refused where it would change the
/// answer: permitted sets, weights a resource, weights of 0, users who need what is not there.
/// What is needed must be there.
struct Takes {
  bool permitted = false;         ///< servers that a user may use; else servers are one pool
  bool resource_weights = false;  ///< else one weight a user
  bool zero_weights = false;      ///< such a user gets nothing
  bool left_out = false;          ///< who needs what is not there gets nothing
  bool needs_pool = true;         ///< resources
  bool needs_servers = false;
  bool needs_utility = false;
  bool needs_contribution = false;
  bool needs_slots = false;
  bool needs_jobs = false;
};

/// An instance that the mechanism cannot take: the key in it, "users.0.weight", and what is wrong,
/// with what is allowed.
struct Unfit : std::runtime_error {
  Unfit(std::string of, std::string const& problem)
      : std::runtime_error(problem), key(std::move(of)) {}
  std::string key;
};

/// A solver that came to no answer; what() tells of the residual.
struct NotConverged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace fairslot::pool
