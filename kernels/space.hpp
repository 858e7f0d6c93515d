/// Where the engine runs: the execution space that Kokkos was built for, and its memory.
#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <string>

namespace fairslot {

using Space = Kokkos::DefaultExecutionSpace;
using DeviceMemory = Space::memory_space;

template <class T>
using DeviceArray = Kokkos::View<T*, DeviceMemory>;

/// A zeroed array; `label` as fairslot::phase::what.
template <class T>
DeviceArray<T> make_array(std::string const& label, std::size_t size) {
  return DeviceArray<T>(Kokkos::view_alloc(label), size);
}

}  // namespace fairslot
