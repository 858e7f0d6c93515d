/// Answers as text: tables for people, JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "host/pool/answer.hpp"
#include "host/pool/instance.hpp"

namespace fairslot::pool {

struct Solved {
  std::string mechanism;  ///< the one text of all that mean the same
  Answer answer;
};

std::string to_table(Instance const&, Solved const&);
std::string to_json(Instance const&, std::vector<Solved> const&);

}  // namespace fairslot::pool
