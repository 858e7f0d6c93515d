#pragma once

#include "host/audit/lone.hpp"

namespace fairslot::audit {

/// Sharing incentive by contribution (Li and Wang 2024, theorem 1): nobody starts less than alone
/// on its own servers.
class SharingIncentive final : public AgainstLoneRuns {
 public:
  static constexpr Info info{
      "si", "tasks that a user would have started alone on its own servers, and has not", "", true};

 private:
  Problem lone(Problem const& problem, int user) const override;
};

}  // namespace fairslot::audit
