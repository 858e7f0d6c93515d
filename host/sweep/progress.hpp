/// How far a long run is, on stderr: a line that is rewritten on a terminal, a line now and then
/// elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace fairslot {

class Progress {
 public:
  /// `expected`: tasks, an estimate. Quiet: says nothing.
  Progress(std::string what, std::int64_t samples, double expected, bool quiet);
  ~Progress();

  void update(std::int64_t samples_done, std::int64_t tasks_started);
  /// Ends the line with a summary.
  void finish(std::int64_t samples_done, std::int64_t tasks_started);

 private:
  double elapsed() const;
  void show(std::string const& text, bool last);

  std::string what_;
  std::int64_t samples_;
  double expected_;
  bool quiet_, terminal_;
  std::chrono::steady_clock::time_point start_, shown_;
  bool line_open_ = false;
};

}  // namespace fairslot
