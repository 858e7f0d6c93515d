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
  File file = read_problem(path);
  require_policies(path, plan.policies, file);
  plan.hash = sha256(file.text);
  plan.problem = std::make_shared<Problem const>(std::move(file.problem));
  plan.resources = std::move(file.resources), plan.text = std::move(file.text);
  return plan;
}

}  // namespace fairslot::problem
