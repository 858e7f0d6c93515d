/// What a benchmark ran on.
#pragma once

#include <string>

namespace fairslot::bench {

struct Machine {
  std::string processor;    ///< its name in /proc/cpuinfo; "unknown" where there is none
  int cores = 0;            ///< that this process may use
  double load_average = 0;  ///< over the last minute; -1 where unknown
};
Machine this_machine();

}  // namespace fairslot::bench
