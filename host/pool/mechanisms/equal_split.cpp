#include "host/pool/mechanisms/equal_split.hpp"

#include <algorithm>

namespace fairslot::pool::mechanisms {

Answer EqualSplit::solve(Instance const& in, Steps) const {
  std::vector<double> allocation(in.N() * in.K());
  for (std::size_t r = 0; r < in.K(); ++r) {
    double weights = 0;
    for (std::size_t i = 0; i < in.N(); ++i) weights += in.weights_of(i)[r];
    for (std::size_t i = 0; i < in.N(); ++i) {
      double const wanted = in.demand_of(i)[r] * asked_tasks(in, i);
      double const part = in.capacity[r] * in.weights_of(i)[r] / weights;
      allocation[i * in.K() + r] = capped ? std::min(part, wanted) : part;
    }
  }
  return answer_of_allocation(in, std::move(allocation));
}

}  // namespace fairslot::pool::mechanisms
