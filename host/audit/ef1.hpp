#pragma once

#include "host/audit/bundles.hpp"

namespace fairslot::audit {

/// Envy-freeness up to one task as formula (6) of Li and Wang 2024 has it: one of the envier's own.
class EnvyUpToOwn final : public BundleAudit {
 public:
  static constexpr Info info{
      "ef1", "tasks by which a user would have started more with what another one has, less one",
      "who is envied", true};

  EnvyUpToOwn() : BundleAudit(false, false) {}

 private:
  std::int64_t taken_away(Bundle const&, std::int64_t) const override { return 1; }
};

}  // namespace fairslot::audit
