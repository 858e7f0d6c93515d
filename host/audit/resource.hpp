#pragma once

#include "host/audit/losses.hpp"

namespace fairslot::audit {

/// Resource monotonicity: nobody fares worse where servers have twice as much of a resource.
class ResourceGrowth final : public Audit {
 public:
  static constexpr Info info{"resource",
                             "what a user loses where servers have twice as much of a resource",
                             "the resource", false, false};

  std::vector<Variant> variants(Subject const& subject) override;
  void take(std::size_t resource, RunResult&& run) override;
  void conclude(Subject const& subject, RunResult const& run, Gaps& gaps) override;

 private:
  std::shared_ptr<Problem const> problem_;
  List<Fared> with_;  // [K] twice that resource
};

}  // namespace fairslot::audit
