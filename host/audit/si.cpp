#include "host/audit/si.hpp"

#include "kernels/alone.hpp"

namespace fairslot::audit {

Problem SharingIncentive::lone(Problem const& problem, int user) const {
  return alone(problem, user);
}

}  // namespace fairslot::audit
