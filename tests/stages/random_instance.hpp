/// Small random scenarios of stages, written out; the same for the same seed.
#pragma once

#include <cstdint>

#include "host/stages/scenario.hpp"

namespace fairslot::stages {

struct RandomShape {
  bool one_stage = false;  ///< of every task
  bool exact = false;      ///< everything is known, requests are the largest needs
  bool background = false, deadlines = false, services = false;
  bool roomy = false;   ///< so much CPU that nothing is ever squeezed
  bool uneven = false;  ///< times are no multiples of a quarter, so sums of them are rounded
};

Scenario random_scenario(std::uint64_t seed, RandomShape const&);

}  // namespace fairslot::stages
