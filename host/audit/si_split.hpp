#pragma once

#include "host/audit/lone.hpp"

namespace fairslot::audit {

/// Sharing incentive by weight: nobody starts less than alone on its part of each server.
class SplitIncentive final : public AgainstLoneRuns {
 public:
  static constexpr Info info{
      "si_split",
      "tasks that a user would have started alone on its part of each server, by weight"};

 private:
  Problem lone(Problem const& problem, int user) const override;
};

}  // namespace fairslot::audit
