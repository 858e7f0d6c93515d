/// What Kokkos tells a profiler while the object lives: a tool inside the process, one at a time.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace fairslot {

class ToolLog {
 public:
  ToolLog();
  ~ToolLog();
  ToolLog(ToolLog const&) = delete;
  ToolLog& operator=(ToolLog const&) = delete;

  std::set<std::string> kernels;       ///< parallel_for, _reduce and _scan
  std::set<std::string> arrays;        ///< allocations
  std::map<std::string, int> regions;  ///< "outer > inner": how often it was entered
  std::vector<std::string> open;       ///< regions entered and not left
  int left_too_often = 0;

  /// How often a region was entered, wherever.
  int entered(std::string const& region) const;
};

}  // namespace fairslot
