/// Errors and exit codes of the program. Only main() turns the first into the second.
#pragma once

#include <stdexcept>

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

/// The user's data is wrong: what() is one line that names file, place, value and what is allowed.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace fairslot
