/// A run played back from its picks, slot by slot: what audits and explanations look at. It knows
/// of no policy but where there is room and how long a task runs.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kernels/simulation.hpp"

namespace fairslot::audit {

/// A number a resource, with any integer for an index.
struct Amounts : std::array<std::int64_t, max_resources> {
  using Base = std::array<std::int64_t, max_resources>;
  std::int64_t& operator[](std::integral auto r) {
    return Base::operator[](static_cast<std::size_t>(r));
  }
  std::int64_t operator[](std::integral auto r) const {
    return Base::operator[](static_cast<std::size_t>(r));
  }
};

class Playback {
 public:
  /// The run has recorded its picks. All three must outlive this.
  Playback(Problem const& problem, Policy const& policy, RunResult const& run);

  /// On to the next slot in which anything happens, to the end of its picks; false: there is none.
  bool next();
  /// The slot to which next() goes; past the last one where there is none.
  std::int64_t coming() const { return std::min(next_slot(), run_.slots + 1); }

  Problem const& problem() const { return problem_; }
  std::int64_t slot() const { return slot_; }
  /// Of the run.
  std::int64_t last_slot() const { return run_.slots; }
  std::span<Pick const> picks() const {
    return {run_.picks.data() + first_pick_, last_pick_ - first_pick_};
  }
  /// Users whose first job has arrived in this slot.
  std::span<std::int32_t const> newcomers() const { return newcomers_; }

  /// Users that have started or lost tasks in this slot, each once.
  std::span<std::int32_t const> counted() const { return counted_; }

  /// Tasks that the user has started, those taken back that were lost.
  std::int64_t started(int user) const { return started_[user]; }
  /// Tasks submitted up to this slot.
  std::int64_t submitted(int user) const { return submitted_[user]; }
  std::int64_t running(int user) const { return running_of_[user]; }
  double weight(int user) const { return weight_[user]; }
  /// Are the weights others than in the slot before?
  bool weights_changed() const { return weights_changed_; }
  /// Slot of its first job; 0: that has not come.
  std::int64_t first_submit(int user) const { return first_submit_[user]; }
  /// Its head at the start of the slot, its latest where it has no queue; -1: never any.
  int head(int user) const { return head_[user]; }
  /// After the picks.
  bool has_queue(int user) const { return front_[user] < end_of_queue(user); }
  /// Of a user with a queue: the entry whose task is next.
  int next_entry(int user) const { return front_[user]; }
  /// Of a user with a queue: it is found blocked in the run with this entry at its head.
  bool is_blocked(int user) const;
  /// Tasks of an arrived entry that are queued, after the picks.
  std::int64_t queued(int entry) const { return left_[entry]; }
  /// Entries that have arrived, in queue order, are those from problem().job_begin up to here; a
  /// user that has left has none.
  int end_of_queue(int user) const {
    return gone_[user] ? problem_.job_begin[user] : arrived_[user];
  }
  bool skipped(int entry) const { return left_out_[entry]; }

  /// Does the policy pass over jobs that find no room (backfill)?
  bool passes_over() const { return passes_over_; }

  // Where tasks run: servers, or one pool, place 0.
  bool is_pool() const { return pool_; }
  int places() const { return pool_ ? 1 : problem_.servers; }
  /// May the user's tasks of this entry run there at all, empty or not?
  bool permits(int entry, int place) const;
  /// Is there room for a task of the entry?
  bool has_room(int user, int entry, int place) const;
  /// What decides of room: resources, or slots held.
  int dimensions() const { return dimensions_; }
  std::int64_t room(int place, int dimension) const {
    return room_[place * dimensions_ + dimension];
  }
  std::int64_t need(int entry, int place, int dimension) const;
  std::int64_t tasks_on(int user, int place) const;
  /// Places with more room than at the end of the slot before.
  std::span<std::int32_t const> opened() const { return opened_; }
  /// Tasks that started together and run after the picks.
  struct Tasks {
    Pick pick;  ///< the first of them
    std::int64_t count;
    int place;
  };
  using Calendar = std::map<std::int64_t, std::vector<Tasks>>;  // by the slot in which they end
  Calendar const& calendar() const { return calendar_; }

 private:
  std::int64_t next_slot() const;
  void release();
  void change();
  void depart();
  void arrive();
  void note_heads();
  void start();
  void put(Tasks const& tasks, int sign);
  void open(std::int32_t place);
  void count(int user, std::int64_t tasks);
  void lose(std::int32_t server);
  void advance_front(int user);
  void switch_to(Policy const& policy);
  std::int64_t slots_of(Pick const& pick) const;

  Problem const& problem_;
  RunResult const& run_;
  bool pool_ = false, by_speed_ = false, by_slots_ = false, everywhere_ = false,
       passes_over_ = false;
  std::int64_t slot_ = 0;
  std::size_t first_pick_ = 0, last_pick_ = 0, next_change_ = 0, next_arrival_ = 0, next_leave_ = 0;
  bool weights_changed_ = false;

  List<std::int32_t> by_submit_, by_leave_;  // entries that arrive, users that leave
  List<std::int64_t> started_, submitted_, running_of_, first_submit_, counted_in_;
  List<double> weight_;
  List<std::int32_t> head_, front_, arrived_;
  List<std::uint8_t> gone_, left_out_;
  List<std::int64_t> left_;
  List<std::int32_t> moved_, newcomers_, counted_, opened_;  // moved_: whose front may be another
  List<std::int64_t> opened_in_;                             // [places] slot in which it last did

  List<std::uint8_t> is_down_;
  int dimensions_ = 0;               // resources, or 1: slots held
  List<std::int64_t> room_;          // [places][dimensions]
  List<std::int32_t> slots_needed_;  // [demand class][server] where slots are held; 0: never room
  std::unordered_map<std::int64_t, std::int64_t> tasks_on_;  // user * servers + server: running
  Calendar calendar_;
};

}  // namespace fairslot::audit
