/// What a placement is: on which of the servers with room a task runs. One header in kernels/fits/
/// and its line in fits.hpp; the engine asks it for a score a server, lowest first, then takes the
/// lowest server.
///
///   struct Example {
///     static constexpr FitInfo info = {"example", "which server it prefers", "Author year"};
///     static constexpr FitTraits traits = {};
///     template <int K, class Server>                     // see Server, EightServers below
///     static auto score(Task<K> const&, Server const&);  // unless traits.scores is false
///   };
///
/// Where scores divide it may have a screen, found by `requires`, that says at the price of a few
/// products who cannot be the best:
///     template <int K> struct Screen {
///       explicit Screen(Task<K> const&);
///       void beat(double least);              // the least score so far
///       std::uint32_t may(EightServers) const;  // lanes: the score may be less
///     };
#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/primitives/fixed.hpp"
#include "kernels/primitives/lanes.hpp"
#include "kernels/problem_view.hpp"
#include "kernels/traits.hpp"

namespace fairslot {

struct FitInfo {
  std::string_view name, summary, source;
};

inline namespace FAIRSLOT_ISA {

/// What a score reads of the task, the same for all servers.
template <int K>
struct Task {
  std::int32_t const* demand;  ///< [K] d
  std::int64_t const* totals;  ///< [K] R
  double const* target;        ///< [K] p_r = a_r*(d_r/d_n)
  int n;                       ///< lowest resource with a positive demand

  FAIRSLOT_FUNCTION Task(ProblemView const& p, int demand_class)
      : demand(demand_of<K>(p, demand_class)),
        totals(p.totals),
        target(target_of<K>(p, demand_class)),
        n(p.reference[demand_class]) {}

  /// The k-th resource other than n.
  FAIRSLOT_FUNCTION int other(int k) const { return k + (k >= n); }
  FAIRSLOT_FUNCTION double d(int r) const { return demand[r]; }
  FAIRSLOT_FUNCTION double total(int r) const { return static_cast<double>(totals[r]); }
};

/// Where residuals and ratios of servers lie: [K][stride] each, the ratios those of the task's n.
struct Residuals {
  std::int32_t const* left;
  double const* ratio;
  std::int64_t stride;
};

struct Server {
  using Number = double;
  Residuals const& all;
  int m;

  FAIRSLOT_FUNCTION double left(int r) const { return all.left[r * all.stride + m]; }    ///< C
  FAIRSLOT_FUNCTION double ratio(int r) const { return all.ratio[r * all.stride + m]; }  ///< q
};

/// Servers m .. m+7 side by side.
struct EightServers {
  using Number = lanes::Doubles;
  Residuals const& all;
  int m;

  FAIRSLOT_FUNCTION Number left(int r) const {
    return lanes::load_doubles(all.left + r * all.stride + m);
  }
  FAIRSLOT_FUNCTION Number ratio(int r) const {
    return Number::load(all.ratio + r * all.stride + m);
  }
};

/// Screens compare sums of positive products with bounds that are slack by so much: far more than
/// their roundings and the score's, 2^-53 a step.
inline constexpr double screen_slack = 0x1p-40;

/// The servers' residuals, each resource with its factor: what the scores of one task compare
/// but for rounding.
template <int K>
struct WeighedResiduals {
  Fixed<double, K> factor;

  /// factor(r) of the resources of which there is something.
  template <class Factor>
  FAIRSLOT_FUNCTION WeighedResiduals(Task<K> const& task, Factor const& of) {
    for (int r = 0; r < K; ++r) factor[r] = task.totals[r] > 0 ? of(r) : 0.0;
  }
  FAIRSLOT_FUNCTION lanes::Doubles sum(EightServers const& server) const {
    using lanes::Doubles;
    Doubles sum = server.left(0) * Doubles::all(factor[0]);
    for (int r = 1; r < K; ++r) sum = sum + server.left(r) * Doubles::all(factor[r]);
    return sum;
  }
};

/// Sum of part(r) over the resources of which there is something, r ascending, from 0.0.
template <class Number, int K, class Part>
FAIRSLOT_FUNCTION inline Number sum_over_resources(Task<K> const& task, Part const& part) {
  Number sum = lanes::all<Number>(0.0);
  for (int r = 0; r < K; ++r)
    if (task.totals[r] > 0) sum = sum + part(r);
  return sum;
}

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
