/// Shapes with which tasks wait, found by what they need at once of the first two resources: sorted
/// by CPU, a tree over them of the least memory.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "host/stages/amounts.hpp"

namespace fairslot::stages {

class ShapeIndex {
 public:
  /// `needs`: of each shape; nobody waits.
  explicit ShapeIndex(std::vector<Amounts> const& needs = {});
  void set_waiting(std::size_t shape, bool waits);

  /// Of all that wait; the largest there is where nobody does.
  Amount least_cpu() const { return least_cpu_; }
  Amount least_memory() const { return least_.at(1); }

  /// Those that wait and need at most this of both, by CPU.
  template <class Visit>
  void within(Amount most_cpu, Amount most_memory, Visit const& visit) const {
    auto const end = std::ranges::upper_bound(cpu_, most_cpu) - cpu_.begin();
    descend(1, 0, leaves_, static_cast<std::size_t>(end), most_memory, visit);
  }

 private:
  static constexpr Amount nobody = std::numeric_limits<Amount>::max();

  template <class Visit>
  void descend(std::size_t node, std::size_t from, std::size_t to, std::size_t end,
               Amount most_memory, Visit const& visit) const {
    if (from >= end || least_[node] == nobody || least_[node] > most_memory) return;
    if (to - from == 1) return visit(shapes_[from]);
    std::size_t const middle = from + (to - from) / 2;
    descend(2 * node, from, middle, end, most_memory, visit);
    descend(2 * node + 1, middle, to, end, most_memory, visit);
  }

  Amount first_cpu() const;

  std::vector<std::size_t> shapes_, place_;  ///< by CPU; of each shape in there
  std::vector<Amount> cpu_, memory_;         ///< of shapes_
  std::size_t leaves_ = 1;                   ///< a power of two
  Amount least_cpu_ = nobody;
  std::vector<Amount> least_;  ///< [2 leaves] memory of those below that wait, the root is 1
};

}  // namespace fairslot::stages
