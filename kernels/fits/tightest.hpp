#pragma once

#include "kernels/fits/fit.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace fits {

/// The server that has least left over after the task, in shares of the cluster: lowest
/// sum of (C_mr - d_r)/R_r.
struct Tightest {
  static constexpr FitInfo info = {"tightest", "the least left over", "tightest fit"};
  static constexpr FitTraits traits = {};

  template <int K, class Server>
  FAIRSLOT_FUNCTION static auto score(Task<K> const& task, Server const& server) {
    using Number = typename Server::Number;
    return sum_over_resources<Number>(task, [&](int r) {
      return (server.left(r) - lanes::all<Number>(task.d(r))) / lanes::all<Number>(task.total(r));
    });
  }
};

}  // namespace fits
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
