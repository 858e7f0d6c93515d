#include "kernels/primitives/numbers.hpp"

#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

namespace fairslot {

void sort_numbers(std::vector<std::int64_t>& numbers) {
  thrust::sort(thrust::host, numbers.begin(), numbers.end());
}

void sort_distinct(std::vector<std::int64_t>& numbers) {
  sort_numbers(numbers);
  numbers.erase(thrust::unique(thrust::host, numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace fairslot
