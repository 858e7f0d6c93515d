/// Problem files: one explicit instance in JSON (docs/problem-files.md).
#pragma once

#include <string>
#include <vector>

#include "kernels/policy_spec.hpp"
#include "kernels/problem.hpp"

namespace fairslot::problem {

struct File {
  Problem problem;
  std::vector<std::string> resources;      ///< [K] names; "resource_0" ... where the file has none
  std::string text;                        ///< as read
  std::vector<std::size_t> policy_events;  ///< index of each that names one of problem.policies
};

/// Throws InputError, one line with file and JSON pointer: "p.json: /users/0/jobs/2/demand/1: ...".
File read_problem(std::string const& path);
/// The same from text; `path` names it in messages.
File parse_problem(std::string const& path, std::string text);

/// Throws InputError, one line, where a policy asks for what the problem has not.
void require_policies(std::string const& path, std::vector<Policy> const& policies,
                      File const& file);

}  // namespace fairslot::problem
