/// A scenario of stages on a terminal.
#pragma once

#include <string>

#include "host/cli/commands.hpp"
#include "host/error.hpp"
#include "host/stages/scenario.hpp"

namespace fairslot::cli {

/// Asked for, or of the environment, or what the machine has.
int threads_for(int asked);

/// With what the options set. Throws InputError where one has no meaning for stages.
stages::ScenarioFile read_stages(RunOptions const& options, std::string const& path);
/// `file` was read from `path`. ExitCode::interrupted: whole samples are saved.
[[nodiscard]] ExitCode run_stages(RunOptions const& options, std::string const& path,
                                  stages::ScenarioFile const& file);

}  // namespace fairslot::cli
