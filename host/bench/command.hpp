/// fairslot bench.
#pragma once

#include "host/cli/commands.hpp"

namespace fairslot::bench {

/// The benchmark on this machine, as asked for.
[[nodiscard]] ExitCode run_benchmark(cli::BenchOptions const&);

}  // namespace fairslot::bench
