/// Values of servers that change often and of which few are looked for: each inner node of the tree
/// sums up eight that lie together, so that a change and a look cost a few cache lines however many
/// there are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "host/stages/instance.hpp"

namespace fairslot::stages {

/// `Value{}` is that of nobody, and `joined` sums up two.
template <class Value>
class TreeOfEights {
 public:
  explicit TreeOfEights(std::size_t count) : count_(count) {
    do {
      count = (count + fan - 1) / fan;
      levels_.emplace_back(count * fan);
    } while (count > 1);
  }

  void set(std::size_t at, Value const& value) {
    levels_[0][at] = value;
    for (std::size_t level = 1; level < levels_.size(); ++level) {
      at /= fan;
      Value const sum = sum_of(levels_[level - 1], at);
      if (sum == levels_[level][at]) return;
      levels_[level][at] = sum;
    }
  }
  Value const& of(std::size_t at) const { return levels_[0][at]; }
  Value all() const { return sum_of(levels_.back(), 0); }

  /// The first from there on that is looked for, or how many there are; `may_be` is true of what
  /// sums up any of them.
  template <class MayBe>
  std::size_t next(std::size_t from, MayBe const& may_be) const {
    return std::min(find(levels_.size() - 1, 0, from, may_be), count_);
  }

 private:
  static constexpr std::size_t fan = 8;
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  static Value sum_of(std::vector<Value> const& level, std::size_t group) {
    Value sum = level[group * fan];
    for (std::size_t i = 1; i < fan; ++i) sum = joined(sum, level[group * fan + i]);
    return sum;
  }
  template <class MayBe>
  std::size_t find(std::size_t level, std::size_t group, std::size_t from,
                   MayBe const& may_be) const {
    std::size_t const span = std::size_t{1} << 3 * level;  // of one here
    for (std::size_t i = std::max(group * fan, from / span); i < (group + 1) * fan; ++i) {
      if (!may_be(levels_[level][i])) continue;
      std::size_t const found = level == 0 ? i : find(level - 1, i, from, may_be);
      if (found != none) return found;
    }
    return none;
  }

  std::size_t count_;
  std::vector<std::vector<Value>> levels_;  ///< all, then the sum of each eight, ...
};

/// When something ends; the earliest of several.
struct End {
  double time = for_ever;
  bool operator==(End const&) const = default;
};
inline End joined(End a, End b) { return {std::min(a.time, b.time)}; }

/// The most of the first two resources that there is room for; of several the most of each.
struct MostRoom {
  Amount cpu = std::numeric_limits<Amount>::min(), memory = cpu;
  bool operator==(MostRoom const&) const = default;
};
inline MostRoom joined(MostRoom const& a, MostRoom const& b) {
  return {std::max(a.cpu, b.cpu), std::max(a.memory, b.memory)};
}

}  // namespace fairslot::stages
