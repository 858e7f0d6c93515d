#include "host/pool/mechanisms/mmf_recycle.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "host/pool/max_min.hpp"

namespace fairslot::pool::mechanisms {

Answer MmfRecycle::solve(Instance const& in, Steps) const {
  std::vector<double> allocation(in.N() * in.K()), asked(in.N());
  auto const weights = weights_of(in);
  for (std::size_t r = 0; r < in.K(); ++r) {
    for (std::size_t i = 0; i < in.N(); ++i) asked[i] = in.demand_of(i)[r] * asked_tasks(in, i);
    double const sum = std::accumulate(asked.begin(), asked.end(), 0.0);
    double const copies = capped || sum == 0 ? 0.0 : std::floor(in.capacity[r] / sum);
    double const rest = std::max(in.capacity[r] - copies * sum, 0.0);
    auto const last = max_min_parts(rest, asked, weights).amounts;
    for (std::size_t i = 0; i < in.N(); ++i)
      allocation[i * in.K() + r] = copies * asked[i] + last[i];
  }
  return answer_of_allocation(in, std::move(allocation));
}

}  // namespace fairslot::pool::mechanisms
