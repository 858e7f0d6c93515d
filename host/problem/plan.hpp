/// What is to be run of a problem file: the instance and its policies, read and checked once.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/policy_spec.hpp"
#include "kernels/problem.hpp"

namespace fairslot::problem {

struct Plan {
  std::string path;  ///< the problem file
  std::shared_ptr<Problem const> problem;
  std::vector<std::string> resources;  ///< [K] names
  std::string text, hash;              ///< of the file
  std::vector<Policy> policies;
  std::vector<std::string> names;  ///< of the policies, canonical
};

/// Throws InputError or PolicyError, one line.
Plan read_plan(std::string const& path, std::vector<std::string> const& policies);

}  // namespace fairslot::problem
