/// The command line.
#pragma once

#include "host/error.hpp"

namespace fairslot::cli {

/// Parses and does what is asked. Throws InputError for a wrong command line, and whatever the
/// command throws.
[[nodiscard]] ExitCode run_command_line(int argc, char const* const* argv);

}  // namespace fairslot::cli
