/// The command line.
#pragma once

#include "host/cli/commands.hpp"
#include "host/error.hpp"

namespace fairslot::cli {

/// Parses and does what is asked. Throws InputError for a wrong command line, and whatever the
/// command throws. `benchmark`: what `fairslot bench` does.
[[nodiscard]] ExitCode run_command_line(int argc, char const* const* argv, Benchmark benchmark);

}  // namespace fairslot::cli
