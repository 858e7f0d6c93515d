/// Numbers that are told apart by several integers each, for hash tables of the host.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fairslot {

struct HashOfIntegers {
  template <std::size_t N>
  std::size_t operator()(std::array<std::int32_t, N> const& integers) const {
    constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;
    std::uint64_t hash = 0;
    for (std::int32_t const integer : integers) {
      hash = (hash ^ static_cast<std::uint32_t>(integer)) * golden_ratio;
      hash ^= hash >> 32;
    }
    return hash;
  }
};

}  // namespace fairslot
