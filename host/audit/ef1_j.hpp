#pragma once

#include "host/audit/bundles.hpp"

namespace fairslot::audit {

/// Envy-freeness up to one task as the words around formula (6) of Li and Wang 2024 have it: one of
/// the other's.
class EnvyUpToOther final : public BundleAudit {
 public:
  static constexpr Info info{"ef1_j", "the same, less what one task of the other adds at most",
                             "who is envied", true};

  EnvyUpToOther() : BundleAudit(false, true) {}

 private:
  std::int64_t taken_away(Bundle const& bundle, std::int64_t) const override { return bundle.most; }
};

}  // namespace fairslot::audit
