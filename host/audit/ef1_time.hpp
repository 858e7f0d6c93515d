#pragma once

#include "host/audit/bundles.hpp"

namespace fairslot::audit {

/// EF1 in tasks times slots: who starts short tasks does not envy who starts few long ones.
class EnvyOverTime final : public BundleAudit {
 public:
  static constexpr Info info{"ef1_time", "as ef1, each task counted as often as it has slots",
                             "who is envied"};

  EnvyOverTime() : BundleAudit(true, false) {}

 private:
  std::int64_t taken_away(Bundle const&, std::int64_t length) const override { return length; }
};

}  // namespace fairslot::audit
