/// How far a long run is, on stderr: a line that is rewritten on a terminal, a line now and then
/// elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace fairslot {

class Progress {
 public:
  /// `units`: what is counted, of which there are `count`; `expected`: tasks, an estimate. Short
  /// runs and quiet ones say nothing.
  Progress(std::string what, std::string units, std::int64_t count, double expected, bool quiet);
  ~Progress();

  void update(std::int64_t done, std::int64_t tasks_started);
  /// Ends the line with a summary.
  void finish(std::int64_t done, std::int64_t tasks_started);

 private:
  double elapsed() const;
  void show(std::string const& text, bool last);

  std::string what_, units_;
  std::int64_t count_;
  double expected_;
  bool quiet_, terminal_;
  std::chrono::steady_clock::time_point start_, shown_;
  bool line_open_ = false;
};

}  // namespace fairslot
