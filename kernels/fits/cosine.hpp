#pragma once

#include "kernels/fits/fit.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace fits {

/// Alignment that does not see sizes: lowest -(sum of x_r*y_r / (|x|*|y|)), of shares of the
/// cluster.
struct Cosine {
  static constexpr FitInfo info = {"cosine", "residual and demand aligned, whatever their size",
                                   "Grandl et al. 2014"};
  static constexpr FitTraits traits = {};

  template <int K, class Server>
  FAIRSLOT_FUNCTION static auto score(Task<K> const& task, Server const& server) {
    using Number = typename Server::Number;
    using lanes::sqrt;
    auto const x = [&](int r) {
      return lanes::all<Number>(task.d(r)) / lanes::all<Number>(task.total(r));
    };
    auto const y = [&](int r) { return server.left(r) / lanes::all<Number>(task.total(r)); };
    Number const xy = sum_over_resources<Number>(task, [&](int r) { return x(r) * y(r); });
    Number const xx = sum_over_resources<Number>(task, [&](int r) { return x(r) * x(r); });
    Number const yy = sum_over_resources<Number>(task, [&](int r) { return y(r) * y(r); });
    return lanes::all<Number>(0.0) - xy / (sqrt(xx) * sqrt(yy));
  }
};

}  // namespace fits
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
