#include "host/bench/details.hpp"

#include <fmt/format.h>

namespace fairslot {

std::vector<std::string> engine_details(Measured const& m, MeasureSettings const& settings) {
  std::vector<std::string> lines;
  lines.push_back(fmt::format("{} simulations side by side on {}; {} picks of {} compared",
                              m.measured.problems, Runtime::device(), m.compared,
                              canonical_name(settings.policy)));
  if (m.run_bytes)
    lines.push_back(
        fmt::format("memory of a simulation, without its problem: {} KiB", *m.run_bytes / 1024));
  return lines;
}

}  // namespace fairslot
