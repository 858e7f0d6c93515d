/// Users who come one by one and bring a part of every resource: the levels that they have come to.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "host/pool/instance.hpp"

namespace fairslot::pool {

/// A user's level is its dominant share over what it has brought. After each arrival all levels
/// rise together from the lowest, and none falls, up to what those there have brought. Users of one
/// level and of the same resources rise together from then on: a group. What is in the sums is
/// added only, never taken away: users may differ by many orders.
class Arrivals {
 public:
  explicit Arrivals(Instance const&);

  // Each gives the level to which the lowest has come. A user comes once, in O(m) on the average
  // where all need all resources; it goes in O(n log n + n m).
  double arrive(std::size_t user);
  double leave(std::size_t user);

  std::vector<double> levels() const;          ///< [N] 0 where the user is not there
  double brought() const { return brought_; }  ///< by those there

 private:
  using Amounts = std::array<double, most_resources>;
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);

  /// `first` .. `last` in next_.
  struct Group {
    double level;
    Amounts rate;   ///< what all need a level
    Amounts below;  ///< what the groups below in its stack use
    std::size_t first, last;
  };
  /// Users of the same resources, the lowest level on top.
  struct Stack {
    std::uint32_t resources;  ///< a bit each
    std::vector<Group> waiting = {};
    std::optional<Group> rising = {};
  };
  struct End {
    double level;
    std::size_t resource;
  };
  struct Standing {
    double level;
    std::size_t user;
  };

  Group group_of(std::size_t user, double level) const;
  Stack& stack_of(std::size_t user);
  void push(Stack&, Group);
  void merge(Group& into, Group const& other);
  double raise();
  Stack* next_to_rise(std::uint32_t ended);
  End first_end() const;
  void stop_rising(std::uint32_t ended, double level);
  std::vector<Standing> standings() const;
  double highest_level(std::vector<Standing> const&) const;

  Instance const& in_;
  std::vector<double> ratios_;  // [N][K]
  std::vector<Stack> stacks_;
  std::vector<std::size_t> next_;  // [N] in a group
  double brought_ = 0;
};

}  // namespace fairslot::pool
