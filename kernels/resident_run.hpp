/// One run in device memory: its arrays, and the results it has handed to the host so far.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "kernels/growing_arrays.hpp"
#include "kernels/prepared_problem.hpp"
#include "kernels/recorder.hpp"
#include "kernels/simulation.hpp"
#include "kernels/space.hpp"
#include "kernels/state.hpp"

namespace fairslot {

/// What a run has done before another policy picks. Servers as given.
struct Past {
  Policy first;                        ///< that picked in slot 1
  std::int64_t since = 0;              ///< slot in which the policy to come comes into force
  std::int64_t rows_due = 0;           ///< see Books
  std::vector<PastStart> starts = {};  ///< all of them, in order
  Records records = {};                ///< not handed over
  std::vector<double> told_share = {}, told_entitled = {};  ///< of users, see Books
};

class ResidentRun {
 public:
  ResidentRun(std::uint64_t id, std::shared_ptr<PreparedProblem const> problem, Policy policy,
              Recording recording, SimulatorSettings const& settings);
  /// One that goes on with another policy.
  ResidentRun(std::uint64_t id, std::shared_ptr<PreparedProblem const> problem, Policy policy,
              Recording recording, SimulatorSettings const& settings, Past past);

  PreparedProblem const& prepared() const { return *problem_; }
  /// The state as the host knows it: copied to the device before a launch and back after it.
  RunState& state() { return state_; }
  RunState const& state() const { return state_; }

  std::uint64_t id() const { return result_.id; }

  /// Of device memory, now: pools grow.
  std::size_t bytes() const;

  /// What a team that advances the run takes of its scratch memory; 0: not a team's.
  std::size_t scratch_bytes() const;

  /// Not yet started.
  std::int64_t tasks_left() const { return problem_->tasks() - state_.books.started; }

  /// After a launch: takes what the run recorded and makes room for what it waits for.
  void serve();
  bool done() const { return state_.clock.pause == Pause::done; }
  /// From the next slot on it goes on as another run, to which it leaves its past.
  bool gives_way() const { return state_.clock.pause == Pause::another_policy; }
  Policy next_policy() const;
  /// The run that goes on; this one has nothing left.
  ResidentRun next(std::shared_ptr<PreparedProblem const> problem,
                   SimulatorSettings const& settings);
  /// Of what was taken and not handed over.
  std::size_t recorded_bytes() const;
  Records hand_over();
  RunResult finish();  ///< with the records not handed over

 private:
  void bind_state(Check const& check);
  void bind_past();
  Past give_way();
  void bind_recorders();
  void hand_over_rows();
  void hand_over_picks();
  PastStart past_start(Pick const& pick) const;
  void drain_recorders();
  void take_long_queueing();
  void take_queueing();
  void take_entries();
  void list_left_out();
  bool has_left(int user) const {
    return problem_->problem().has_left(user, state_.clock.last_departure);
  }
  void list_cancelled();
  void list_lost();
  void grow_events();
  /// What was counted may be taken back, or is counted once more.
  bool keeps_queueing() const {
    return problem_->view().servers_change || problem_->view().policies_change;
  }

  RunState state_{};
  std::shared_ptr<PreparedProblem const> problem_;
  RunResult result_;
  Recording recording_;
  Past past_;
  std::map<std::int64_t, std::int64_t> queueing_;  // what the device does not count in place
  DeviceArray<char> memory_;
  DeviceArray<EventChunk> chunks_;
  DeviceArray<Origin> origins_;  // of events, where tasks may be lost
  DeviceArray<PastStart> replayed_;
  GrowingArrays policy_arrays_;
  Recorder<RawRow> rows_;
  Recorder<ShareRow> shares_;
  Recorder<double> fragmentation_;  // of the rows
  Recorder<Pick> picks_;
  DeviceArray<Queueing> long_queueing_;
};

/// Of device memory at the start of a run of a problem with the sizes of `shape`.
std::size_t starting_bytes(ProblemView const& shape, int resources, Policy policy,
                           Recording recording, SimulatorSettings const& settings);

}  // namespace fairslot
