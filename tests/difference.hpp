/// What differs first between two results of one problem and policy: "" if nothing does, to the
/// bit.
#pragma once

#include <string>

#include "kernels/simulation.hpp"

namespace fairslot {

std::string difference(RunResult const& actual, RunResult const& expected);

}  // namespace fairslot
