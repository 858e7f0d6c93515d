/// From the number of resources, known when a problem is read, to K, a constant of the code.
#pragma once

#include <stdexcept>
#include <type_traits>

#include "kernels/problem.hpp"

namespace fairslot {

/// What f(std::integral_constant<int, K>()) returns, K being `resources`.
template <int K = 1, class F>
auto by_resources(int resources, F const& f) {
  std::integral_constant<int, K> constexpr k;
  if (resources == K) return f(k);
  if constexpr (K < max_resources) return by_resources<K + 1>(resources, f);
  throw std::invalid_argument("1 to 8 resources");
}

}  // namespace fairslot
