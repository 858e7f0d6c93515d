#pragma once

#include "kernels/fits/fit.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace fits {

/// Alignment of demand and residual in shares of the cluster: lowest -sum of x_r*y_r. Grandl et al.
/// 2014 (Tetris).
struct Dot {
  static constexpr FitInfo info = {"dot", "residual and demand aligned: the largest dot product",
                                   "Grandl et al. 2014"};
  static constexpr FitTraits traits = {};

  template <int K, class Server>
  FAIRSLOT_FUNCTION static auto score(Task<K> const& task, Server const& server) {
    using Number = typename Server::Number;
    return lanes::all<Number>(0.0) - sum_over_resources<Number>(task, [&](int r) {
             auto const total = lanes::all<Number>(task.total(r));
             return lanes::all<Number>(task.d(r)) / total * (server.left(r) / total);
           });
  }

  template <int K>
  struct Screen {
    WeighedResiduals<K> products;
    double least_sum = 0.0;

    FAIRSLOT_FUNCTION explicit Screen(Task<K> const& task)
        : products(task, [&](int r) { return task.d(r) / task.total(r) / task.total(r); }) {}
    FAIRSLOT_FUNCTION void beat(double least) { least_sum = -least * (1.0 - screen_slack); }
    FAIRSLOT_FUNCTION std::uint32_t may(EightServers const& server) const {
      return less(lanes::Doubles::all(least_sum), products.sum(server));
    }
  };
};

}  // namespace fits
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
