/// How far a long run is, on stderr: a line that is rewritten on a terminal, a line now and then
/// elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace fairslot {

/// "7 s", "3 min 02 s", "2 h 07 min".
std::string shown_duration(double seconds);
/// "slot 7 of 100", "slot 7" where there is no horizon (0); empty where no run is under way (0).
std::string simulated_time(std::int64_t slot, std::int64_t horizon);

/// The line itself, whatever it says. Quiet ones say nothing.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine() { end(); }
  ProgressLine(ProgressLine const&) = delete;
  ProgressLine& operator=(ProgressLine const&) = delete;

  /// Whether it is time for the next one.
  bool is_due();
  void show(std::string const& text, bool last);
  /// What comes next begins a line.
  void end();
  double elapsed() const;  ///< seconds

 private:
  bool quiet_, terminal_;
  std::chrono::steady_clock::time_point start_, shown_;
  bool open_ = false;
};

class Progress {
 public:
  /// `units`: what is counted, of which there are `count`; `expected`: tasks, an estimate. Short
  /// runs and quiet ones say nothing.
  Progress(std::string what, std::string units, std::int64_t count, double expected, bool quiet);

  /// `time`: see simulated_time(); empty: it is not told.
  void update(std::int64_t done, std::int64_t tasks_started, std::string const& time = "");
  /// Ends the line with a summary.
  void finish(std::int64_t done, std::int64_t tasks_started);

 private:
  ProgressLine line_;
  std::string what_, units_;
  std::int64_t count_;
  double expected_;
};

}  // namespace fairslot
