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

/// Of many servers each event meets another one, so what it needs lies in its first cache lines.
class alignas(64) Server {
 public:
  Server(Instance const& instance, Amounts const& capacity, double penalty)
      : left_(capacity), penalty_(penalty), instance_(&instance), capacity_(capacity) {}

  Amounts const& capacity() const { return capacity_; }
  /// True current demand of the tasks.
  Amounts used() const { return difference(difference(capacity_, background_), left_); }
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

  /// Moves the clock, not over the end of a stage that has not been ended; however often until
  /// something changes, it comes out the same.
  void go_to(double time);
  void start(Running running);
  void set_background(Amounts const& load);
  /// Moves the clock and ends the stages that end now, in the order of starts; `ended` is given
  /// every task that is over.
  template <class Ended>
  void end_stages(double time, Ended const& ended);
  Running remove(std::size_t index);

  /// Asks the caches for what an end of a stage reads: of itself, and then of its stages.
  void fetch() const { fetch_lines(this, hot_bytes); }
  void fetch_stages() const {
    fetch_lines(marks_.data(), marks_.size() * sizeof(double));
    fetch_lines(in_stages_.data(), in_stages_.size() * sizeof(InStage));
  }

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

  static constexpr std::size_t line_bytes = 64, hot_bytes = 4 * line_bytes;
  static void fetch_lines(void const* from, std::size_t bytes) {
    for (std::size_t at = 0; at < bytes; at += line_bytes)
      __builtin_prefetch(static_cast<char const*>(from) + at, 1);
  }

  double clock_at(double time) const { return paced_clock_ + (time - paced_) * speed_; }
  bool next_stage(std::size_t index);
  bool is_over(std::size_t index);
  void erase(std::size_t index);
  void begin_change();
  double work_since_change() const;
  void settle();  ///< the pace, after a change
  void remember(double given, double speed);

  Amounts left_;  ///< by background and true current demand; below 0: squeezed, overrun
  double time_ = 0, clock_ = 0, given_ = 1, speed_ = 1;
  double paced_ = 0, paced_clock_ = 0;   ///< time and clock of the last change
  double next_mark_ = for_ever;          ///< the first of marks_
  double work_ = 0, squeezed_work_ = 0;  ///< until the last change
  double penalty_;
  std::vector<double> marks_;       ///< [running] where on the clock its stage ends
  std::vector<InStage> in_stages_;  ///< [running]
  std::vector<Running> running_;
  Instance const* instance_;
  Amounts capacity_, background_ = {};
  std::vector<Pace> paces_ = {{0, 1, 1}};
};

template <class Ended>
void Server::end_stages(double time, Ended const& ended) {
  time_ = time, clock_ = std::max(clock_at(time), next_mark_);  // what is left is rounding
  begin_change();
  next_mark_ = for_ever;
  for (std::size_t i = 0; i < marks_.size();) {
    if (!is_over(i)) {
      next_mark_ = std::min(next_mark_, marks_[i++]);
      continue;
    }
    ended(running_[i]);
    erase(i);
  }
  settle();
}

}  // namespace fairslot::stages
