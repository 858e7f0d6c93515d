/// What `fairslot explain` prints of a slot.
#pragma once

#include <string>

#include "host/explain/question.hpp"

namespace fairslot::explain {

struct Answer {
  std::string policy;  ///< of the run, canonical
  std::int64_t slot;
  WatchedSlot seen;
  Question question;
};

/// The object of --json, one line (docs/explain.md).
std::string to_json(Answer const& answer, Problem const& problem);
/// Lines for a terminal.
std::string to_text(Answer const& answer, Problem const& problem);

}  // namespace fairslot::explain
