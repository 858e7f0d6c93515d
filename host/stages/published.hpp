/// What others report stands beside the points that it is of, and not beside those that --set or an
/// edited copy of the file have made others.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/scenario/document.hpp"
#include "host/stages/scenario.hpp"

namespace fairslot::stages {

/// Whether points that differ in this key only are of one world: whoever reports numbers of one
/// reports them of the other.
bool is_same_world(std::string_view key);

/// A name of what the points are, whoever runs them and how often.
std::string world_name(std::vector<SweptScenario> const& points);

/// Gives each point what is published of its like in the file, whose points, without what --set has
/// made another world, are `of_file` (empty: it is nothing without that); tells in `left_out` why
/// something is not shown. Throws InputError where there are not as many values as points.
void settle_published(ScenarioFile&, std::vector<SweptScenario> const& of_file,
                      scenario::Value const& root);

}  // namespace fairslot::stages
