/// What a user would start if it had servers to itself: the entitlement of a sharing incentive.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "host/audit/audit.hpp"

namespace fairslot::audit {

/// Judges by the starts of lone runs, one a user: gap = what it would have started up to the slot
/// minus what it has.
class AgainstLoneRuns : public Audit {
 public:
  std::vector<Variant> variants(Subject const& subject) override;
  void take(std::size_t user, RunResult&& run) override;
  void watch(Playback const& playback, Gaps& gaps) override;
  void conclude(Subject const&, RunResult const& run, Gaps& gaps) override;

 protected:
  /// The user alone; `problem` as the policy's runs meet it.
  virtual Problem lone(Problem const& problem, int user) const = 0;

 private:
  struct User {
    std::vector<std::pair<std::int64_t, std::int64_t>> starts;  ///< slot, tasks
    std::size_t next = 0;
    std::int64_t entitled = 0, started = 0;
  };
  void go_on(std::int64_t before, Gaps& gaps);
  void start_in(std::int64_t slot, Gaps& gaps);
  void expect(std::int32_t user);
  static void set(std::int64_t slot, int user, User const& of, Gaps& gaps);

  List<User> users_;
  using Coming = std::pair<std::int64_t, std::int32_t>;  // slot of the next starts, user
  std::vector<Coming> coming_;                           // a heap, the next first
};

}  // namespace fairslot::audit
