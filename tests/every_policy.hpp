/// All policies with all combinations of their options, straight from the list behind the door.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "kernels/policy_spec.hpp"
#include "kernels/problem.hpp"

namespace fairslot {

/// What is tried of an option: every name, or the ends of a range and its default.
struct TriedValues {
  std::vector<std::string> operator()(option::Names const& range) const {
    return {range.names.begin(), range.names.end()};
  }
  std::vector<std::string> operator()(option::Integers const& range) const {
    return {std::to_string(range.standard), std::to_string(range.least), "3"};
  }
  std::vector<std::string> operator()(option::ResourceIndex const&) const { return {"0", "1"}; }
  std::vector<std::string> operator()(option::Reals const& range) const {
    return {std::to_string(range.standard), std::to_string(range.least), "0.7"};
  }
};

/// Has a problem of so many resources all that the policy asks for?
inline bool suits(Policy const& policy, int resources) {
  try {
    require_resources(policy, resources);
  } catch (PolicyError const&) {
    return false;
  }
  return true;
}

/// Those that a problem of so many resources suits. A placement other than the default goes with
/// the defaults of all other options.
inline std::vector<Policy> every_policy(int resources = max_resources) {
  std::vector<Policy> all;
  for (PolicyInfo const& info : policies()) {
    std::vector<std::string> variants = {""}, placements;
    for (OptionInfo const& option : info.options) {
      std::vector<std::string> more;
      for (std::string const& value : std::visit(TriedValues(), option.range)) {
        std::string const text = std::string(option.name) + "=" + value + ",";
        if (option.name == "fit") placements.push_back(text);
        for (std::string const& variant : variants) more.push_back(variant + text);
      }
      if (option.name != "fit") variants = std::move(more);
    }
    if (!placements.empty())
      variants.insert(variants.end(), placements.begin() + 1, placements.end());
    for (std::string& variant : variants) {
      if (!variant.empty()) variant.pop_back();
      Policy const policy =
          parse_policy(std::string(info.name) + (variant.empty() ? "" : ":" + variant));
      if (suits(policy, resources)) all.push_back(policy);
    }
  }
  return all;
}

}  // namespace fairslot
