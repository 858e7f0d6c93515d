/// Where the numbers of Li and Wang 2024 may stand beside ours.
#pragma once

#include "host/scenario/scenario.hpp"

namespace fairslot::sweep {

/// Whether a point of a sweep is the main study's (scenarios/study.toml) but for name, description,
/// samples, seed, policies, record and the load, large_share.
bool is_study(scenario::Scenario const& point);

}  // namespace fairslot::sweep
