#include "host/pool/mechanisms/cmmf.hpp"

#include <utility>

#include "host/pool/fit.hpp"
#include "host/pool/leveling.hpp"

namespace fairslot::pool::mechanisms {
namespace {

/// What there is of one resource, and what is asked of it.
Instance only(Instance const& in, std::size_t resource) {
  Instance one;
  one.capacity = {in.capacity[resource]};
  one.weight = weights_of(in);
  one.tasks = in.tasks;
  one.speed = in.speed;
  one.permitted = in.permitted;
  for (std::size_t i = 0; i < in.N(); ++i) one.demand.push_back(in.demand_of(i)[resource]);
  for (std::size_t m = 0; m < in.M(); ++m) one.servers.push_back(in.server(m)[resource]);
  return one;
}

}  // namespace

Answer Cmmf::solve(Instance const& in, Steps) const {
  require_resource(name, in, resource);
  Instance const one = only(in, resource);
  Measure measure{one.weight};
  for (std::size_t i = 0; i < in.N(); ++i)
    if (one.demand[i] == 0) measure.unit[i] = 0;  // nothing of it is divided to them
  Answer even = even_levels(one, measure);
  Answer answer = answer_of_resource(in, resource, even.allocation);
  answer.level = std::move(even.level);
  answer.placed = std::move(even.placed);
  return answer;
}

}  // namespace fairslot::pool::mechanisms
