#include "kernels/primitives/device_wide.hpp"

#include "kernels/primitives/sooner.hpp"

#if defined(KOKKOS_ENABLE_CUDA)

#include "kernels/primitives/cuda.hpp"

namespace fairslot {

void DeviceWide::sort(Segments segments, KeyedNumbers from, KeyedNumbers to) {
  cuda::in_two_steps(
      [&](void* temporary, std::size_t& bytes) {
        cuda::sort_segments(temporary, bytes, segments, from, to, Space().cuda_stream());
      },
      [&](std::size_t bytes) { return memory(bytes); });
}

void DeviceWide::find_least(std::int64_t const* keys, std::int64_t const* ties, int count,
                            std::int32_t* place) {
  cuda::in_two_steps(
      [&](void* temporary, std::size_t& bytes) {
        cuda::reduce_places(temporary, bytes, Sooner{keys, ties}, count, place,
                            Space().cuda_stream());
      },
      [&](std::size_t bytes) { return memory(bytes); });
}

}  // namespace fairslot

#else

#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

namespace fairslot {

void DeviceWide::sort(Segments segments, KeyedNumbers from, KeyedNumbers to) {
  auto const places = static_cast<std::int64_t>(segments.count) * segments.length;
  thrust::copy_n(thrust::device, from.keys, places, to.keys);
  thrust::copy_n(thrust::device, from.numbers, places, to.numbers);
  for (std::int64_t at = 0; at < places; at += segments.length)
    thrust::stable_sort_by_key(thrust::device, to.keys + at, to.keys + at + segments.length,
                               to.numbers + at);
}

void DeviceWide::find_least(std::int64_t const* keys, std::int64_t const* ties, int count,
                            std::int32_t* place) {
  thrust::counting_iterator<std::int32_t> const first(0);
  *place = thrust::reduce(thrust::device, first, first + count, 0, Sooner{keys, ties});
}

}  // namespace fairslot

#endif
