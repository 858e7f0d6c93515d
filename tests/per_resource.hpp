/// A value of each resource, with any integer for an index like a List's.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>

#include "kernels/problem.hpp"

namespace fairslot {

template <class T>
struct PerResource : std::array<T, max_resources> {
  using Base = std::array<T, max_resources>;
  T& operator[](std::integral auto r) { return Base::operator[](static_cast<std::size_t>(r)); }
  T const& operator[](std::integral auto r) const {
    return Base::operator[](static_cast<std::size_t>(r));
  }
};

}  // namespace fairslot
