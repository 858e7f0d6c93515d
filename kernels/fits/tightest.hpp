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

  /// The score is less where sum of C_r/R_r is less than that of d_r/R_r and the score.
  template <int K>
  struct Screen {
    WeighedResiduals<K> left;
    double taken, most_sum = __builtin_inf();

    FAIRSLOT_FUNCTION explicit Screen(Task<K> const& task)
        : left(task, [&](int r) { return 1.0 / task.total(r); }),
          taken(
              sum_over_resources<double>(task, [&](int r) { return task.d(r) / task.total(r); })) {}
    FAIRSLOT_FUNCTION void beat(double least) { most_sum = (taken + least) * (1.0 + screen_slack); }
    FAIRSLOT_FUNCTION std::uint32_t may(EightServers const& server) const {
      return less(left.sum(server), lanes::Doubles::all(most_sum));
    }
  };
};

}  // namespace fits
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
