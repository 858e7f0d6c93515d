#include "host/pool/mechanisms/dynamic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "host/pool/fit.hpp"
#include "host/pool/rising.hpp"
#include "host/pool/slots.hpp"

namespace fairslot::pool::mechanisms {

Answer DynamicDrf::solve(Instance const& in, Steps steps) const {
  require_no_limits(name, in);
  auto const weights = weights_of(in), ratios = ratios_of(in);
  double const all = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<double> had(in.N(), 0.0);
  std::vector<Riser> risers(in.N());
  return slot_by_slot(in, steps, [&](std::vector<double> const& wanted) {
    for (std::size_t i = 0; i < in.N(); ++i) {
      double const guaranteed = std::min(wanted[i], alpha * weights[i] / all);
      risers[i] = {(had[i] + guaranteed) / weights[i], guaranteed, wanted[i], weights[i]};
    }
    SlotShares slot{rise(ratios, risers), {}};
    for (std::size_t i = 0; i < in.N(); ++i) {
      had[i] += slot.share[i];
      slot.level.push_back(had[i] / weights[i]);
    }
    return slot;
  });
}

Answer DynamicMmf::solve(Instance const& in, Steps steps) const {
  if (in.K() > 1)
    throw Unfit("capacity", fmt::format("{} resources are not allowed for {} (allowed: 1; or "
                                        "dynamic_drf)",
                                        in.K(), name));
  require_no_limits(name, in);
  return drf.solve(in, steps);
}

}  // namespace fairslot::pool::mechanisms
