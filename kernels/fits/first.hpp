#pragma once

#include "kernels/fits/fit.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace fits {

/// The lowest server with room.
struct First {
  static constexpr FitInfo info = {"first", "the lowest index", "Wang, Li and Liang 2014"};
  static constexpr FitTraits traits = {.scores = false};

  template <int K, class Server>
  FAIRSLOT_FUNCTION static auto score(Task<K> const&, Server const&) {
    return lanes::all<typename Server::Number>(0.0);
  }
};

}  // namespace fits
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
