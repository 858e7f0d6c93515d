#pragma once

#include "kernels/macros.hpp"
#include "kernels/space.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Kokkos reducer: the first of all by before(T, T), `none` where there is nothing.
template <class T>
struct First {
  using reducer = First;
  using value_type = T;
  T& value;
  T none;

  KOKKOS_FUNCTION First(T& result, T const& nothing) : value(result), none(nothing) {}
  KOKKOS_FUNCTION void join(T& a, T const& b) const {
    if (before(b, a)) a = b;
  }
  KOKKOS_FUNCTION void init(T& a) const { a = none; }
  KOKKOS_FUNCTION T& reference() const { return value; }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
