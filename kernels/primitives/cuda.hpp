/// What only CUDA has: the one file that names CUB. Its functions are called twice, first without
/// memory to be told how much they want.
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_sort.cuh>

#include "kernels/primitives/device_wide.hpp"

namespace fairslot::cuda {

template <class Step, class Memory>
void in_two_steps(Step const& step, Memory const& memory) {
  std::size_t bytes = 0;
  step(nullptr, bytes);
  void* const temporary = memory(bytes);
  step(temporary, bytes);
}

struct Times {
  int length;
  __host__ __device__ int operator()(int segment) const { return segment * length; }
};

inline void sort_segments(void* temporary, std::size_t& bytes, Segments segments, KeyedNumbers from,
                          KeyedNumbers to, cudaStream_t stream) {
  auto const begins =
      thrust::make_transform_iterator(thrust::counting_iterator<int>(0), Times{segments.length});
  cub::DeviceSegmentedSort::StableSortPairs(temporary, bytes, from.keys, to.keys, from.numbers,
                                            to.numbers, segments.count * segments.length,
                                            segments.count, begins, begins + 1, stream);
}

template <class Choice>
void reduce_places(void* temporary, std::size_t& bytes, Choice const& choice, int count,
                   std::int32_t* place, cudaStream_t stream) {
  cub::DeviceReduce::Reduce(temporary, bytes, thrust::counting_iterator<std::int32_t>(0), place,
                            count, choice, std::int32_t{0}, stream);
}

}  // namespace fairslot::cuda
