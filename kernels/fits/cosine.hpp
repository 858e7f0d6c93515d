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

  /// The score is less where (sum of x_r*y_r)^2 is more than the square of the score times |x|^2
  /// |y|^2: neither a root nor a division.
  template <int K>
  struct Screen {
    Fixed<double, K> inverse, x;
    double xx, least_square = 0.0;

    FAIRSLOT_FUNCTION explicit Screen(Task<K> const& task) : xx(0.0) {
      for (int r = 0; r < K; ++r) {
        inverse[r] = task.totals[r] > 0 ? 1.0 / task.total(r) : 0.0;
        x[r] = task.d(r) * inverse[r];
        xx += x[r] * x[r];
      }
    }
    FAIRSLOT_FUNCTION void beat(double least) {
      least_square = least * least * xx * (1.0 - screen_slack);
    }
    FAIRSLOT_FUNCTION std::uint32_t may(EightServers const& server) const {
      using lanes::Doubles;
      Doubles xy = Doubles::all(0.0), yy = Doubles::all(0.0);
      for (int r = 0; r < K; ++r) {
        Doubles const y = server.left(r) * Doubles::all(inverse[r]);
        xy = xy + Doubles::all(x[r]) * y;
        yy = yy + y * y;
      }
      return less(Doubles::all(least_square) * yy, xy * xy);
    }
  };
};

}  // namespace fits
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
