/// A part of a sweep that runs by itself: every count-th of its pairs (point, sample), all policies
/// of each.
#pragma once

#include <cstdint>

namespace fairslot::statistics {

struct Shard {
  std::int64_t index = 0, count = 1;  ///< 0 <= index < count < 2^31

  /// Of a sweep whose points have so many samples each.
  bool has(int point, std::int64_t sample, std::int64_t samples) const {
    return (point * samples + sample) % count == index;
  }
  /// Pairs of a sweep of `all`.
  std::int64_t pairs(std::int64_t all) const { return (all - index + count - 1) / count; }
  bool is_part() const { return count > 1; }
  bool operator==(Shard const&) const = default;
};

}  // namespace fairslot::statistics
