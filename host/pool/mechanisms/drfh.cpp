#include "host/pool/mechanisms/drfh.hpp"

#include "host/pool/leveling.hpp"

namespace fairslot::pool::mechanisms {

Answer Drfh::solve(Instance const& in, Steps) const {
  Measure measure;
  for (std::size_t i = 0; i < in.N(); ++i)
    measure.unit.push_back(in.weight_of(i) / dominant_share(in, i));
  return even_levels(in, measure);
}

}  // namespace fairslot::pool::mechanisms
