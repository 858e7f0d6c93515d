/// The servers on which tasks have ended in this slot, if they are few: see servers/released.hpp.
#pragma once

#include "kernels/state/sizes.hpp"

namespace fairslot {

/// How many released servers are listed at most, of how many words of server bits.
inline constexpr int released_most = 64;
inline constexpr int released_most_words = 8;

struct Released {
  bool lists;              ///< they are listed where they are few
  std::int32_t count;      ///< -1: not listed
  std::int32_t* server;    ///< [released_most] ascending
  std::uint8_t* place;     ///< [server_stride]
  std::int32_t* residual;  ///< [K][released_most], padding -1
  double* ratio;           ///< [references][K][released_most]

  void lay_out(Arena& arena, Sizes const& z) {
    std::size_t const most = z.lists_released ? released_most : 0;
    lists = z.lists_released;
    server = arena.take<std::int32_t>(most);
    place = arena.take<std::uint8_t>(lists ? z.servers() : 0);
    residual = arena.take<std::int32_t>(z.resources * most);
    ratio = arena.take<double>(z.ratios() * most);
  }
};

}  // namespace fairslot
