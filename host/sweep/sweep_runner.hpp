/// Drives a sweep, or a shard of it, through the simulator: points x samples x policies, in that
/// order, the runs of a sample and many samples side by side.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "host/scenario/scenario.hpp"
#include "host/statistics/shard.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::sweep {

/// One run of a sweep.
struct SweepRun {
  int point = 0;
  std::int64_t sample = 0;
  int policy = 0;  ///< of the point's scenario, in its order
};

class SweepRunner {
 public:
  SweepRunner(std::vector<scenario::Point> points, statistics::Shard shard,
              SimulatorSettings settings);
  ~SweepRunner() { given_up_ = true; }

  using Part = std::function<void(SweepRun, std::shared_ptr<Problem const>, Records&&)>;
  using Ended = std::function<void(SweepRun, std::shared_ptr<Problem const>, RunResult&&)>;

  bool done() const { return all_given() && simulator_.idle(); }
  /// One launch of about so many seconds; `part` is called with records of runs that go on, unless
  /// it is empty, `ended` for each run that ended, whatever its status, with the rest.
  void advance(double seconds, Part const& part, Ended const& ended);

  /// Samples of which the runs under all policies have ended.
  std::int64_t samples_done() const { return samples_done_; }
  std::int64_t tasks_started() const { return started_ + simulator_.resident_started(); }
  /// The least slot that a run under way is in; 0: none is.
  std::int64_t slot_reached() const { return simulator_.resident_slot(); }

 private:
  struct Resident {
    SweepRun run;
    std::shared_ptr<Problem const> problem;
  };

  bool all_given() const { return next_.point == static_cast<int>(points_.size()); }
  void go_to(std::int64_t pair);
  void fill(double seconds);
  void make_ahead();
  bool next_is_made() const;
  std::shared_ptr<Problem const> problem_of_next();
  void step();
  void count(SweepRun const& run);

  List<scenario::Point> points_;
  statistics::Shard shard_;
  Simulator simulator_;
  std::int64_t pair_ = 0;  ///< of next_: point * samples + sample
  SweepRun next_;
  Check check_;                             ///< also while a problem is waited for
  std::atomic<bool> given_up_ = false;      ///< nobody waits for a problem any more
  std::shared_ptr<Problem const> problem_;  ///< of next_'s sample, once it is there
  std::int64_t to_make_;                    ///< the first pair of no problem
  std::deque<std::future<std::shared_ptr<Problem const>>> coming_;  ///< of the pairs before it
  std::vector<Resident> residents_;                                 ///< by id
  std::vector<std::uint64_t> free_ids_;
  std::map<std::pair<int, std::int64_t>, std::size_t> ended_;  ///< policies, of samples in part
  std::int64_t samples_done_ = 0, started_ = 0;
};

}  // namespace fairslot::sweep
