/// All policies with all combinations of their options, straight from the list behind the door.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "kernels/policy_spec.hpp"
#include "kernels/problem.hpp"
#include "tests/draft.hpp"

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
  std::vector<std::string> operator()(option::Seed const&) const {
    return {"0", "7", "18446744073709551615"};
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

/// May it pick before or after another policy?
inline bool is_one_of_several(Policy const& policy) {
  try {
    require_others(policy);
  } catch (PolicyError const&) {
    return false;
  }
  return true;
}

/// Leaves out events of guarantees and of policies where the policy refuses them.
inline void leave_out_refused(Policy const& policy, Draft& draft) {
  if (!is_one_of_several(policy))
    std::erase_if(draft.changes, [](Change const& c) { return c.what == Change::What::policy; });
  try {
    require_guarantees(policy);
  } catch (PolicyError const&) {
    std::erase_if(draft.changes, [](Change const& c) { return c.what == Change::What::guarantee; });
  }
}

/// Tasks may wait though there is room, under this policy or one of an event: until the run is
/// drained the oracle looks at every slot.
inline bool waits_with_room(Policy const& policy, Draft const& draft = {}) {
  bool waits = option_value(policy, "elastic") == "0";
  for (Policy const& other : draft.policies) waits |= option_value(other, "elastic") == "0";
  return waits;
}

/// Is it one of those that all policies have? Their other values go with the defaults of all other
/// options, here; any_policy() combines them.
inline bool is_common(std::string_view option) {
  for (std::string_view const name :
       {"fit", "ties", "seed", "order", "backfill", "skip_unplaceable"})
    if (option == name) return true;
  return false;
}

/// With each option set by choose(its values to be tried).
template <class Choose>
Policy any_policy(PolicyInfo const& info, Choose const& choose) {
  std::string text(info.name);
  char separator = ':';
  for (OptionInfo const& option : info.options) {
    text += separator + std::string(option.name) + "=" +
            choose(std::visit(TriedValues(), option.range));
    separator = ',';
  }
  return parse_policy(text);
}

/// Those that a problem of so many resources suits.
inline std::vector<Policy> every_policy(int resources = max_resources) {
  std::vector<Policy> all;
  for (PolicyInfo const& info : policies()) {
    std::vector<std::string> variants = {""}, alone;
    for (OptionInfo const& option : info.options) {
      std::vector<std::string> more;
      bool standard = true;
      for (std::string const& value : std::visit(TriedValues(), option.range)) {
        std::string const text = std::string(option.name) + "=" + value + ",";
        if (is_common(option.name) && !standard && option.name != "seed") alone.push_back(text);
        standard = false;
        for (std::string const& variant : variants) more.push_back(variant + text);
      }
      if (!is_common(option.name)) variants = std::move(more);
    }
    variants.insert(variants.end(), alone.begin(), alone.end());
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
