// ddrf, as the patent has it.
#include <algorithm>

#include "tests/oracle/pool/twins.hpp"

namespace fairslot::pool::twins {
namespace {

constexpr double little = 1e-11;

/// Of those there; x are dominant shares.
struct There {
  Instance const& in;
  Numbers x;
  std::vector<bool> there;
  double brought = 0;

  double w(std::size_t i) const { return in.contribution[i]; }
  double ratio(std::size_t i, std::size_t r) const {
    return in.demand_of(i)[r] / in.capacity[r] / dominant_share(in, i);
  }
  /// Where the open ones are lifted to the level.
  double use(std::size_t r, std::vector<bool> const& open, double level) const {
    double sum = 0;
    for (std::size_t i = 0; i < in.N(); ++i)
      if (there[i]) sum += ratio(i, r) * (open[i] ? std::max(level * w(i), x[i]) : x[i]);
    return sum;
  }
  bool fits(std::vector<bool> const& open, double level) const {
    for (std::size_t r = 0; r < in.K(); ++r)
      if (use(r, open, level) > brought * (1 + little)) return false;
    return true;
  }
};

/// M: the largest breakpoint that fits, and from there on to the end of a resource.
double common_level(There const& now, std::vector<bool> const& open) {
  double from = 0, step = unlimited;
  for (std::size_t i = 0; i < now.in.N(); ++i)
    if (open[i] && now.x[i] / now.w(i) > from && now.fits(open, now.x[i] / now.w(i)))
      from = now.x[i] / now.w(i);
  for (std::size_t r = 0; r < now.in.K(); ++r) {
    double rate = 0;
    for (std::size_t i = 0; i < now.in.N(); ++i)
      if (open[i] && now.x[i] / now.w(i) <= from) rate += now.w(i) * now.ratio(i, r);
    if (rate > 0) step = std::min(step, std::max(now.brought - now.use(r, open, from), 0.0) / rate);
  }
  return from + step;
}

double raise(There& now) {
  std::vector<bool> open = now.there;
  double lowest = unlimited;
  while (std::ranges::count(open, true) > 0) {
    double const level = common_level(now, open);
    lowest = std::min(lowest, level);
    for (std::size_t i = 0; i < now.in.N(); ++i)
      if (open[i]) now.x[i] = std::max(now.x[i], level * now.w(i));
    for (std::size_t r = 0; r < now.in.K(); ++r)
      if (now.use(r, open, 0) >= now.brought * (1 - 1e-10))
        for (std::size_t i = 0; i < now.in.N(); ++i)
          if (now.ratio(i, r) > 0) open[i] = false;
  }
  return lowest == unlimited ? 0 : lowest;
}

void leave(There& now, std::size_t gone) {
  now.there[gone] = false;
  now.x[gone] = 0;
  now.brought -= now.w(gone);
  double low = 1, high = 1;
  for (std::size_t i = 0; i < now.in.N(); ++i)
    if (now.there[i]) high = std::max(high, now.x[i] / now.w(i));
  There cut = now;
  auto const level = [&](double most) {
    for (std::size_t i = 0; i < now.in.N(); ++i) cut.x[i] = std::min(now.x[i], most * now.w(i));
    return cut.fits(std::vector<bool>(now.in.N(), false), 0);
  };
  if (!level(high))
    for (int turn = 0; turn < 100; ++turn) {
      double const middle = (low + high) / 2;
      (level(middle) ? low : high) = middle;
    }
  level(low == 1 && level(high) ? high : low);
  now.x = cut.x;
}

Arrived state(There const& now, double lowest) {
  Arrived own{lowest, now.x};
  for (std::size_t i = 0; i < now.in.N(); ++i) own.tasks[i] /= dominant_share(now.in, i);
  return own;
}

}  // namespace

std::vector<Arrived> ddrf(Instance const& in) {
  There now{in, Numbers(in.N(), 0.0), std::vector<bool>(in.N(), false)};
  std::vector<Arrived> all;
  for (std::size_t k = 0; k < in.N(); ++k) {
    now.there[k] = true;
    now.brought += now.w(k);
    all.push_back(state(now, raise(now)));
    for (std::size_t i = 0; i <= k; ++i)
      if (in.leave_after[i] == k + 1) {
        leave(now, i);
        all.push_back(state(now, raise(now)));
      }
  }
  return all;
}

}  // namespace fairslot::pool::twins
