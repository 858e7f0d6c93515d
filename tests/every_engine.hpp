/// All ways to find a server. `auto` takes one of them.
#pragma once

#include <vector>

#include "kernels/simulation.hpp"

namespace fairslot {

inline std::vector<Engine> every_engine() {
  std::vector<Engine> engines;
  for (EngineInfo const& info : engine_infos())
    if (info.engine != Engine::automatic) engines.push_back(info.engine);
  return engines;
}

}  // namespace fairslot
