/// Steps by the whole device: Thrust's, on a processor by OpenMP, or on a GPU CUB's where Thrust
/// has none that leaves its result there. They are enqueued behind the kernels of the space.
#pragma once

#include <cstdint>

#include "kernels/space.hpp"

namespace fairslot {

/// Keys and a number with each, in device memory.
struct KeyedNumbers {
  std::int64_t* keys;
  std::int32_t* numbers;
};

/// Stretches of so many places each, one behind the other.
struct Segments {
  int count, length;
};

class DeviceWide {
 public:
  /// Sorts each segment of `from` into that of `to` by ascending keys; equal ones keep their order.
  void sort(Segments segments, KeyedNumbers from, KeyedNumbers to);

  /// *place: of the least of so many keys, the one of the least tie (null: all are equal), the
  /// first.
  void find_least(std::int64_t const* keys, std::int64_t const* ties, int count,
                  std::int32_t* place);

 private:
  /// Memory for the step under way.
  void* memory(std::size_t bytes) {
    if (memory_.size() < bytes) memory_ = make_array<char>("fairslot::device_wide::memory", bytes);
    return memory_.data();
  }

  DeviceArray<char> memory_;
};

}  // namespace fairslot
