/// Tasks as a scheduler that knows everything tells them apart.
#pragma once

#include <cstdint>
#include <vector>

#include "host/stages/instance.hpp"

namespace fairslot::stages {

struct Kinds {
  std::vector<Kind> kinds;
  std::vector<std::int32_t> of;       ///< [tasks]
  std::vector<std::int32_t> example;  ///< [kinds] a task of it
};

/// The instance's; `known`: apart where their true stages are.
Kinds kinds_of(Instance const&, bool known);

}  // namespace fairslot::stages
