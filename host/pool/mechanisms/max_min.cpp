#include "host/pool/mechanisms/max_min.hpp"

#include "host/pool/fit.hpp"
#include "host/pool/max_min.hpp"

namespace fairslot::pool::mechanisms {

Answer solve_max_min(std::string_view mechanism, Instance const& in, std::size_t resource) {
  require_resource(mechanism, in, resource);
  MaxMinParts const parts =
      max_min_parts(in.capacity[resource], wanted_of(in, resource), weights_of(in));
  Answer answer = answer_of_resource(in, resource, parts.amounts);
  answer.common_level = parts.level;
  return answer;
}

Answer MaxMin::solve(Instance const& in, Steps) const { return solve_max_min(name, in, resource); }

}  // namespace fairslot::pool::mechanisms
