#pragma once

#include "host/audit/audit.hpp"
#include "host/audit/edits.hpp"

namespace fairslot::audit {

/// Strategy-proofness: nobody has more of its true tasks sooner by a lie about them.
class StrategyProofness final : public Audit {
 public:
  static constexpr Info info{"sp", "what a user gains by a lie about its jobs"};

  std::vector<Variant> variants(Subject const& subject) override;
  void take(std::size_t index, RunResult&& run) override;
  void conclude(Subject const& subject, RunResult const& run, Gaps& gaps) override;

 private:
  struct Told {
    int user;
    Lie lie;
    std::int64_t started = 0, queue_sum = 0;  ///< of its true tasks
  };
  std::vector<Told> told_;
  std::shared_ptr<Problem const> problem_;
};

}  // namespace fairslot::audit
