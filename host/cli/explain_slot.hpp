/// The part of `fairslot explain` that looks into a slot.
#pragma once

#include "host/cli/commands.hpp"

namespace fairslot::cli {

[[nodiscard]] ExitCode explain_problem(ExplainOptions const& options);
[[nodiscard]] ExitCode explain_results(ExplainOptions const& options);

}  // namespace fairslot::cli
