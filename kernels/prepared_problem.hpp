/// A problem on the device, with the tables that every run of it shares.
#pragma once

#include <memory>

#include "kernels/presented.hpp"
#include "kernels/space.hpp"
#include "kernels/state.hpp"

namespace fairslot {

class PreparedProblem {
 public:
  /// `check` is called while the tables are made.
  explicit PreparedProblem(Presented presented, Check const& check = no_check);

  Presented const& presented() const { return presented_; }
  Problem const& problem() const { return *presented_.problem; }
  ProblemView const& view() const { return view_; }
  std::int64_t tasks() const { return tasks_; }  ///< of all entries
  std::size_t bytes() const { return memory_.size(); }

 private:
  Presented presented_;
  std::int64_t tasks_;
  DeviceArray<char> memory_;
  ProblemView view_{};
};

/// About its bytes, for a problem of the sizes of `shape`.
std::size_t prepared_bytes(ProblemView const& shape, int resources, int placement_groups);

}  // namespace fairslot
