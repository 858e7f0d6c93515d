/// Which tasks of a job, as it is written out, wait for which.
#pragma once

#include <fmt/format.h>

#include "host/stages/scenario.hpp"

namespace fairslot::stages {

inline std::string name_of(Scenario::Job const& job, std::size_t tasks) {
  std::string const& name = job.tasks[tasks].name;
  return name.empty() ? fmt::format("{}", tasks) : name;
}

/// The index of the tasks that these wait for; -1: none, or none of that name.
inline int after_of(Scenario::Job const& job, std::size_t tasks) {
  std::string const& after = job.tasks[tasks].after;
  for (std::size_t t = 0; t < job.tasks.size() && !after.empty(); ++t)
    if (name_of(job, t) == after) return static_cast<int>(t);
  return -1;
}

}  // namespace fairslot::stages
