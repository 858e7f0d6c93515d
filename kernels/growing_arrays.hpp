/// Arrays in device memory that a policy makes larger while a run goes on.
#pragma once

#include <map>
#include <string>

#include "kernels/space.hpp"

namespace fairslot {

class GrowingArrays {
 public:
  /// What `array` points to moves to a larger one.
  template <class T>
  void resize(T*& array, std::size_t size) {
    DeviceArray<char> larger = make_array<char>("fairslot::ensemble::policy", size * sizeof(T));
    auto const known = memory_.find(reinterpret_cast<char*>(array));
    if (known != memory_.end()) {
      auto const kept = std::pair<std::size_t, std::size_t>(0, known->second.size());
      Kokkos::deep_copy(Kokkos::subview(larger, kept), known->second);
      memory_.erase(known);
    }
    array = reinterpret_cast<T*>(larger.data());
    memory_.emplace(larger.data(), larger);
  }

  std::size_t bytes() const {
    std::size_t sum = 0;
    for (auto const& [at, array] : memory_) sum += array.size();
    return sum;
  }

 private:
  std::map<char*, DeviceArray<char>> memory_;
};

}  // namespace fairslot
