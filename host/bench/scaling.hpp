/// Two threads over one, in a sweep of many runs. A process has a fixed number of threads, so each
/// time is that of a process of its own: this program, started again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/bench/measure.hpp"

namespace fairslot::bench {

/// What a process tells: its sweep's time, and what the runs returned.
struct SweepTime {
  double seconds = 0;
  std::int64_t picks = 0;
  std::uint64_t checksum = 0;  ///< over every entry's starts
};

/// All problems of the case, in this process.
SweepTime time_sweep(Case const&, MeasureSettings const&);

std::string to_line(SweepTime const&);
/// Throws std::runtime_error for anything but one line that to_line wrote.
SweepTime from_line(std::string const&);

struct Scaling {
  Case measured;
  std::vector<double> one, two;  ///< seconds a repetition with one thread and with two
  std::int64_t picks = 0;
  std::vector<double> ratios() const;  ///< one / two
  double ratio() const;                ///< their median
};

/// In turns. Throws PicksDiffer where results depend on the threads.
Scaling measure_scaling(Case const&, MeasureSettings const&);

}  // namespace fairslot::bench
