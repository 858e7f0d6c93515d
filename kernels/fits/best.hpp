#pragma once

#include "kernels/fits/fit.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace fits {

/// The server whose residual is shaped most like the demand. Li and Wang 2024, alg. 4, with ratios
/// normalized by the cluster's totals: H = sum over r != n of |p_r - q_mr|, r ascending.
struct Best {
  static constexpr FitInfo info = {"best", "the residual shaped most like the demand",
                                   "Li and Wang 2024, alg. 4"};
  static constexpr FitTraits traits = {.reads_ratios = true, .ratio_l1 = true};

  /// The sum of |gap(k)| for the K-1 resources but n, in their order, which is part of the score.
  template <class Number, int K, class Gap>
  FAIRSLOT_FUNCTION static Number sum_of_gaps(Gap const& gap) {
    Number h = lanes::all<Number>(0.0);
    for (int k = 0; k < K - 1; ++k) h = k == 0 ? abs_of(gap(k)) : h + abs_of(gap(k));
    return h;
  }

  template <int K, class Server>
  FAIRSLOT_FUNCTION static auto score(Task<K> const& task, Server const& server) {
    using Number = typename Server::Number;
    return sum_of_gaps<Number, K>([&](int k) {
      int const r = task.other(k);
      return lanes::all<Number>(task.target[r]) - server.ratio(r);
    });
  }

 private:
  template <class Number>
  FAIRSLOT_FUNCTION static Number abs_of(Number x) {
    using lanes::abs;
    return abs(x);
  }
};

}  // namespace fits
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
