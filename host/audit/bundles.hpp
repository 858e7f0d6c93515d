/// What users think of what others have started: the sums that the audits of EF1 compare.
#pragma once

#include <cstdint>
#include <vector>

#include "host/audit/audit.hpp"

namespace fairslot::audit {

/// Of user i and another one, j, both over the slots since both have come.
struct Bundle {
  std::int64_t value = 0;  ///< E: tasks like its own that i sees in what j has started
  std::int64_t own = 0;    ///< of what i had started before: no part of X
  std::int64_t most = 0;   ///< what one of j's tasks adds at most, where i forgoes one
};

/// Watches what the users with tasks left have started. `timed`: each task counts as often as it
/// has slots. `takes_of_other`: what i forgoes is a task of j's.
class BundleAudit : public Audit {
 public:
  BundleAudit(bool timed, bool takes_of_other) : timed_(timed), takes_of_other_(takes_of_other) {}
  void watch(Playback const& playback, Gaps& gaps) final;

 protected:
  /// What i forgoes before it compares; `length` is of its head, in slots.
  virtual std::int64_t taken_away(Bundle const& bundle, std::int64_t length) const = 0;

 private:
  /// Tasks that a user started in this slot on one server, by demand.
  struct Batch {
    std::int32_t user, place;
    std::size_t first_entry;  // in entries_, up to the next batch's
    Amounts amounts{};
  };
  /// What users with the same demand and permitted set see in a user's batches.
  struct View {
    std::int32_t demand, placement, entry;
    std::int64_t value = 0, most = 0;
  };
  void set_up(Playback const& playback);
  void weigh(Playback const& playback);
  void welcome(Playback const& playback);
  void dismiss(Playback const& playback, Gaps& gaps);
  void gather(Playback const& playback);
  void see(Playback const& playback);
  void see_of(Playback const& playback, std::size_t first, std::size_t last);
  void compare(Playback const& playback, Gaps& gaps);
  void compare(Playback const& playback, Gaps& gaps, int user, int other) const;
  std::size_t view_of(Playback const& playback, int user);

  bool timed_, takes_of_other_;
  List<double> weight_;
  List<std::int64_t> to_come_;          // tasks that the user submits in all
  List<List<Bundle>> bundles_;          // [N] of those that may still envy, each [N]
  List<std::int64_t> done_;             // X of each user, timed or not
  List<std::uint8_t> starts_, envied_;  // in this slot; had a gap looked for in the slot before
  std::vector<std::int32_t> watching_;
  std::vector<Pick> picks_;  // of the slot, by user and place
  std::vector<Batch> batches_;
  std::vector<std::int32_t> entries_;   // of the batches: a task of each demand and length
  std::vector<std::int32_t> starters_;  // whose batches they are
  std::vector<View> views_;
  std::vector<std::size_t> view_of_watching_;
};

}  // namespace fairslot::audit
