#pragma once

#include "host/audit/audit.hpp"

namespace fairslot::audit {

/// Pareto optimality of a slot with repacking: what was started could not lie otherwise so that
/// somebody starts one more. By trying all, so for few servers and users only.
class Repack final : public Audit {
 public:
  static constexpr int most = 3;  ///< servers; users with a queue
  static constexpr Info info{"repack",
                             "users who could start one more if the slot's starts lay otherwise",
                             "who could start one more",
                             false,
                             true,
                             3};

  std::vector<Variant> variants(Subject const& subject) override;
  void watch(Playback const& playback, Gaps& gaps) override;

 private:
  /// Tasks that are alike and are to be placed.
  struct Group {
    std::int32_t user, entry;
    std::int64_t tasks;
  };
  bool could_start_more(Playback const& playback, int user);
  bool fits(Playback const& playback, std::size_t group, int place, std::int64_t tasks_left);
  std::int64_t most_on(Playback const& playback, Group const& group, int place) const;
  void put(Playback const& playback, Group const& group, int place, std::int64_t tasks);

  std::vector<Group> groups_;
  List<Amounts> room_;                 // of each place, as it is tried
  List<List<std::int64_t>> tasks_on_;  // of each place and user, likewise
};

}  // namespace fairslot::audit
