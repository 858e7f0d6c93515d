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

/// Before the memory is first written: where the system has huge pages, large arrays are put on
/// them. A run goes through its memory at random and would wait for page tables.
void prefer_huge_pages(void* memory, std::size_t bytes);

/// A zeroed array; `label` as fairslot::phase::what.
template <class T>
DeviceArray<T> make_array(std::string const& label, std::size_t size) {
  DeviceArray<T> const array(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), size);
  prefer_huge_pages(array.data(), size * sizeof(T));
  using Bytes = Kokkos::View<char*, DeviceMemory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Kokkos::deep_copy(Bytes(reinterpret_cast<char*>(array.data()), size * sizeof(T)), char{0});
  return array;
}

/// Twice as many places, the first of which hold what `array` held.
template <class T>
void grow(DeviceArray<T>& array) {
  DeviceArray<T> const larger = make_array<T>(array.label(), 2 * array.size());
  Kokkos::deep_copy(Kokkos::subview(larger, std::make_pair(std::size_t{0}, array.size())), array);
  array = larger;
}

}  // namespace fairslot
