/// One run in device memory: its arrays, and the results it has handed to the host so far.
#pragma once

#include <map>
#include <memory>

#include "kernels/growing_arrays.hpp"
#include "kernels/prepared_problem.hpp"
#include "kernels/recorder.hpp"
#include "kernels/simulation.hpp"
#include "kernels/space.hpp"
#include "kernels/state.hpp"

namespace fairslot {

class ResidentRun {
 public:
  ResidentRun(std::uint64_t id, std::shared_ptr<PreparedProblem const> problem, Policy policy,
              Recording recording, SimulatorSettings const& settings);

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
  /// Of what was taken and not handed over.
  std::size_t recorded_bytes() const;
  Records hand_over();
  RunResult finish();  ///< with the records not handed over

 private:
  void bind_state(Check check);
  void hand_over_rows();
  void hand_over_picks();
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

  std::shared_ptr<PreparedProblem const> problem_;
  RunState state_{};
  RunResult result_;
  bool counts_queueing_;
  std::map<std::int64_t, std::int64_t> queueing_;  // what the device does not count in place
  DeviceArray<char> memory_;
  DeviceArray<EventChunk> chunks_;
  DeviceArray<std::int32_t> entry_of_;  // of events, where tasks may be lost
  GrowingArrays policy_arrays_;
  Recorder<RawRow> rows_;
  Recorder<Pick> picks_;
  DeviceArray<Queueing> long_queueing_;
};

/// Of device memory at the start of a run of a problem with the sizes of `shape`.
std::size_t starting_bytes(ProblemView const& shape, int resources, Policy policy,
                           Recording recording, SimulatorSettings const& settings);

}  // namespace fairslot
