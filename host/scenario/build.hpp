/// Steps from a document to a checked Scenario, shared by reading and sweeping.
#pragma once

#include <string>
#include <vector>

#include "host/scenario/document.hpp"
#include "host/scenario/scenario.hpp"

namespace fairslot {

/// Reads and checks a document; `name`: the scenario's where the document gives none.
Scenario build(Value root, std::string const& name);

/// What no single key can tell: sizes that must agree, totals. Fills in names of resources.
void check(Scenario&, Value const& root);

/// Points of a document whose sweep tables build() has accepted.
std::vector<Point> points_of(Value const& root, std::string const& name);

}  // namespace fairslot
