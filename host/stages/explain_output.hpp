/// Why tasks started when and where they did, for people and for programs.
#pragma once

#include <string>

#include "host/stages/explain.hpp"

namespace fairslot::stages {

/// Lines for a terminal.
std::string to_text(Explained const&);
/// The same as one JSON object, as docs/stages.md has it.
std::string to_json(Explained const&);

/// A match without its time: what came of it, and why.
std::string reason_of(ToldMatch const&);

}  // namespace fairslot::stages
