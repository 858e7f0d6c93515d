/// Which tasks of a job, as it is written out, wait for which.
#pragma once

#include <fmt/format.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "host/stages/scenario.hpp"

namespace fairslot::stages {

inline std::string name_of(Scenario::Job const& job, std::size_t tasks) {
  std::string const& name = job.tasks[tasks].name;
  return name.empty() ? fmt::format("{}", tasks) : name;
}

/// Of each: the index of the tasks that they wait for; -1: none, or none of that name.
inline std::vector<int> afters_of(Scenario::Job const& job) {
  std::unordered_map<std::string, int> index;
  for (std::size_t t = 0; t < job.tasks.size(); ++t)
    index.emplace(name_of(job, t), static_cast<int>(t));
  std::vector<int> afters;
  for (Scenario::JobTasks const& tasks : job.tasks) {
    auto const found = tasks.after.empty() ? index.end() : index.find(tasks.after);
    afters.push_back(found == index.end() ? -1 : found->second);
  }
  return afters;
}

}  // namespace fairslot::stages
