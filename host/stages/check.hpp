/// What no single key of a scenario of stages can tell.
#pragma once

#include "host/scenario/document.hpp"
#include "host/stages/scenario.hpp"

namespace fairslot::stages {

/// Throws InputError with the place of the key.
void check(Scenario const&, scenario::Value const& root);

}  // namespace fairslot::stages
