/// Errors and exit codes of the program. Only main() turns the first into the second.
#pragma once

#include <stdexcept>
#include <string>

#include "kernels/shown.hpp"

namespace fairslot {

enum class ExitCode : int {
  ok = 0,
  failure = 1,
  bad_input = 2,
  parts_missing = 3,
  not_deterministic = 4,
  bad_parts = 5,
  requeue = 75,
  interrupted = 130,
};

/// The user's data is wrong: what() is one line that names file, place, value and what is allowed,
/// fit for a terminal whatever it quotes.
struct InputError : std::runtime_error {
  explicit InputError(std::string const& problem)
      : std::runtime_error(shown(problem, shown_line)) {}
};

}  // namespace fairslot
