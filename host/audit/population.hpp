#pragma once

#include "host/audit/losses.hpp"

namespace fairslot::audit {

/// Population monotonicity: nobody fares worse where another one is left out.
class Population final : public Audit {
 public:
  static constexpr Info info{"population", "what a user loses where another one is left out",
                             "who is left out"};

  std::vector<Variant> variants(Subject const& subject) override;
  void take(std::size_t left_out, RunResult&& run) override;
  void conclude(Subject const& subject, RunResult const& run, Gaps& gaps) override;

 private:
  std::shared_ptr<Problem const> problem_;
  List<Fared> without_;  // [N] the user of that number
};

}  // namespace fairslot::audit
