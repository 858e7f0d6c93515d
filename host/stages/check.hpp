/// What no single key of a scenario of stages can tell.
#pragma once

#include "host/scenario/document.hpp"
#include "host/stages/scenario.hpp"

namespace fairslot::stages {

/// Throws InputError with the place of the key.
void check(Scenario const&, scenario::Value const& root);
/// What is published: one number, or one a point.
void check_compare(Scenario const&, scenario::Value const& root, std::size_t points);

}  // namespace fairslot::stages
