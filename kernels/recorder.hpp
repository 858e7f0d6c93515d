/// Records that a run writes on the device and the host takes, in order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/hardware.hpp"
#include "kernels/space.hpp"

namespace fairslot {

/// The first `count` values of a device array, which outlives it: in place where the host reads
/// that memory.
template <class T>
class Fetched {
 public:
  Fetched(T const* from, std::size_t count)
      : values_(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), Device(from, count))) {}
  T const* begin() const { return values_.data(); }
  T const* end() const { return values_.data() + values_.size(); }

 private:
  using Device = Kokkos::View<T const*, DeviceMemory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  decltype(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), Device())) values_;
};

template <class T>
Fetched<T> fetch(T const* from, std::size_t count) {
  return {from, count};
}

/// The other way round: all of them.
template <class T>
void give(std::vector<T> const& values, T* to) {
  using Host = Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using Device = Kokkos::View<T*, DeviceMemory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  if (!values.empty()) copy(Device(to, values.size()), Host(values.data(), values.size()));
}

/// A buffer, or two: then the run goes on with one while the other is copied by a queue of its own.
template <class T>
class Recorder {
 public:
  Recorder() = default;
  Recorder(std::string const& label, std::size_t capacity, bool overlapped) : capacity_(capacity) {
    auto const buffer = [&] {  // nobody reads what the run has not written
      return DeviceArray<T>(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), capacity);
    };
    buffers_.push_back(buffer());
    if (!overlapped || capacity == 0) return;
    buffers_.push_back(buffer());
    copied_ = Copied(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), capacity);
    if constexpr (!hardware::is_processor)
      queue_ = Kokkos::Experimental::partition_space(Space(), 1)[0];
  }

  /// Where the run writes; another place after hand_over().
  T* data() const { return buffers_[current_].data(); }
  std::int32_t capacity() const { return static_cast<std::int32_t>(capacity_); }
  std::size_t bytes() const { return buffers_.size() * capacity_ * sizeof(T); }

  /// The run has written `count` records and no kernel is under way. What it wrote before goes to
  /// `take`, record by record; these follow now or, if there are two buffers, next time.
  template <class Take>
  void hand_over(std::size_t count, Take take) {
    take_copied(take);
    if (buffers_.size() == 1) {
      for (T const& record : fetch(data(), count)) take(record);
      return;
    }
    auto const range = std::make_pair(std::size_t{0}, count);
    auto const to = Kokkos::subview(copied_, range);
    auto const from = Kokkos::subview(buffers_[current_], range);
    if constexpr (hardware::is_processor)
      copy(to, from);
    else
      Kokkos::deep_copy(queue_, to, from);
    under_way_ = count;
    current_ = 1 - current_;
  }

  /// Takes what the last hand_over() has left.
  template <class Take>
  void take_copied(Take take) {
    if (under_way_ == 0) return;
    queue_.fence("fairslot::recorder::copied");
    for (std::size_t i = 0; i < under_way_; ++i) take(copied_(i));
    under_way_ = 0;
  }

 private:
  using Copied = Kokkos::View<T*, Kokkos::SharedHostPinnedSpace>;

  std::size_t capacity_ = 0, under_way_ = 0;
  std::size_t current_ = 0;
  std::vector<DeviceArray<T>> buffers_;
  Copied copied_;
  Space queue_;
};

}  // namespace fairslot
