#include "host/problem/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/error.hpp"
#include "host/problem/problem_json.hpp"
#include "host/sha256.hpp"

namespace fairslot::problem {

Plan read_plan(std::string const& path, std::vector<std::string> const& policies) {
  Plan plan;
  plan.path = path;
  for (std::string const& text : policies) {
    plan.policies.push_back(parse_policy(text));
    std::string const name = canonical_name(plan.policies.back());
    if (std::ranges::count(plan.names, name))
      throw InputError(fmt::format("--policy {}: {} is given twice", shown(text), name));
    plan.names.push_back(name);
  }
  auto [problem, resources, text] = read_problem(path);
  for (Policy const& policy : plan.policies) require_policy(path, policy, problem);
  plan.hash = sha256(text);
  plan.problem = std::make_shared<Problem const>(std::move(problem));
  plan.resources = std::move(resources), plan.text = std::move(text);
  return plan;
}

}  // namespace fairslot::problem
