/// A worker at run time. What runs on it goes on at one speed, so its clock counts seconds of work
/// at full speed: a task's stage ends where the clock comes to a mark, however it was squeezed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "host/stages/instance.hpp"
#include "host/stages/prediction.hpp"
#include "host/stages/settings.hpp"

namespace fairslot::stages {

/// A task on a server, and how far the scheduler believes it to be.
struct Running {
  std::int32_t task = 0, job = 0;
  double started = 0;  ///< time
  double begin = 0;    ///< of the server's clock, its start
  double stretch = 1;  ///< of its first stage, which reads its input
  double work = 0;     ///< all of it, in seconds at full speed

  std::shared_ptr<Prediction const> view;  ///< null: the request for ever
  double seen = 0, progress = 0;           ///< when it was looked at last, how far it was then
  double position = 0;                     ///< that in seconds of the view
  Amounts reserved = {};                   ///< the view's stage at that position, or the request
};

/// The stage that it is in, apart from the rest: it ends often, and samples look at those of all.
struct InStage {
  Stage const* stage;
  std::int32_t job;
  std::uint32_t later;  ///< stages after it
};

class Server {
 public:
  Server(Instance const& instance, Amounts const& capacity, double penalty)
      : instance_(&instance), capacity_(capacity), penalty_(penalty) {}

  Amounts const& capacity() const { return capacity_; }
  Amounts const& used() const { return used_; }  ///< true current demand of the tasks
  Amounts const& background() const { return background_; }
  std::vector<Running> const& running() const { return running_; }  ///< by start
  std::vector<Running>& running() { return running_; }
  std::vector<InStage> const& in_stages() const { return in_stages_; }  ///< [running]
  double clock() const { return clock_; }
  /// Part of the required CPU that is given, 1 where nothing is squeezed.
  double given() const { return given_; }
  double compression() const { return 1 - given_; }
  bool is_squeezed() const { return given_ < 1; }
  /// Of resources that cannot be squeezed there is less than is used by tasks.
  bool is_overrun() const;

  /// Time of the next end of a stage; nullopt: none.
  std::optional<double> next_end() const;

  /// Moves the clock; however often until something changes, it comes out the same.
  void go_to(double time);
  void start(Running running);
  void set_background(Amounts const& load);
  /// The stages that end now, in the order of starts; `ended` is given every task that is over.
  template <class Ended>
  void end_stages(Ended const& ended);
  Running remove(std::size_t index);

  double progress_of(Running const& one) const { return (clock_ - one.begin) / one.work; }
  /// A task that ends now as it was seen at each point of its progress.
  std::vector<Point> observed(Running const&, std::int64_t points) const;
  double work() const;           ///< done here, in seconds at full speed
  double squeezed_work() const;  ///< integral of r_c over work

 private:
  /// From this point of the clock on.
  struct Pace {
    double from, given, speed;
  };

  bool next_stage(std::size_t index);
  void erase(std::size_t index);
  void begin_change();
  double work_since_change() const;
  void settle();  ///< the pace, after a change
  void remember(double given, double speed);

  Instance const* instance_;
  Amounts capacity_, used_ = {}, background_ = {};
  double penalty_;
  double time_ = 0, clock_ = 0, given_ = 1, speed_ = 1;
  double paced_ = 0, paced_clock_ = 0;   ///< time and clock of the last change
  double work_ = 0, squeezed_work_ = 0;  ///< until then
  double next_mark_ = for_ever;          ///< the first of marks_
  std::vector<InStage> in_stages_;       ///< [running]
  std::vector<double> marks_;            ///< [running] where on the clock its stage ends
  std::vector<Running> running_;
  std::vector<Pace> paces_ = {{0, 1, 1}};
};

template <class Ended>
void Server::end_stages(Ended const& ended) {
  clock_ = std::max(clock_, next_mark_);  // what is left is rounding
  begin_change();
  next_mark_ = for_ever;
  for (std::size_t i = 0; i < running_.size();) {
    if (marks_[i] > clock_ || next_stage(i)) {
      next_mark_ = std::min(next_mark_, marks_[i++]);
      continue;
    }
    ended(running_[i]);
    erase(i);
  }
  settle();
}

}  // namespace fairslot::stages
