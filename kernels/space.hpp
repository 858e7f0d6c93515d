/// Where the engine runs: the execution space that Kokkos was built for, and its memory.
#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <cstring>
#include <string>

#include "kernels/check.hpp"

namespace fairslot {

using Space = Kokkos::DefaultExecutionSpace;
using DeviceMemory = Space::memory_space;

template <class T>
using DeviceArray = Kokkos::View<T*, DeviceMemory>;

namespace hardware {
inline constexpr bool is_processor =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, DeviceMemory>::accessible;
}

/// From a view to one of the same size. Plain on a processor: Kokkos may take a parallel kernel,
/// for which every thread has to wake, and wait for its turn where the machine has other work.
template <class To, class From>
void copy(To const& to, From const& from) {
  if constexpr (hardware::is_processor)
    std::copy_n(from.data(), from.size(), to.data());
  else
    Kokkos::deep_copy(to, from);
}

using Bytes = Kokkos::View<char*, DeviceMemory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Writes zeros, as plainly, part by part.
inline void zero(Bytes const& bytes, Check const& check) {
  constexpr std::size_t part = std::size_t{64} << 20;
  for (std::size_t from = 0; from < bytes.size(); from += part) {
    check();
    std::size_t const to = std::min(from + part, bytes.size());
    if constexpr (hardware::is_processor)
      std::memset(bytes.data() + from, 0, to - from);
    else
      Kokkos::deep_copy(Kokkos::subview(bytes, std::make_pair(from, to)), char{0});
  }
}

/// Before the memory is first written: where the system has huge pages, large arrays are put on
/// them. A run goes through its memory at random and would wait for page tables.
void prefer_huge_pages(void* memory, std::size_t bytes);

/// An array of anything; `label` as fairslot::phase::what.
template <class T>
DeviceArray<T> make_unwritten(std::string const& label, std::size_t size) {
  DeviceArray<T> array(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), size);
  prefer_huge_pages(array.data(), size * sizeof(T));
  return array;
}

/// A zeroed array. `check` is called now and then.
template <class T>
DeviceArray<T> make_array(std::string const& label, std::size_t size,
                          Check const& check = no_check) {
  DeviceArray<T> array = make_unwritten<T>(label, size);
  zero(Bytes(reinterpret_cast<char*>(array.data()), size * sizeof(T)), check);
  return array;
}

/// Twice as many places, the first of which hold what `array` held.
template <class T>
void grow(DeviceArray<T>& array) {
  DeviceArray<T> const larger = make_array<T>(array.label(), 2 * array.size());
  copy(Kokkos::subview(larger, std::make_pair(std::size_t{0}, array.size())), array);
  array = larger;
}

}  // namespace fairslot
