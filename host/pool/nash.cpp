#include "host/pool/nash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "host/pool/mechanism.hpp"

namespace fairslot::pool {
namespace {

using Prices = std::array<double, most_resources>;
using Priced = std::array<bool, most_resources>;
using Matrix = std::array<Prices, most_resources>;

constexpr double greatest_residual = 1e-9, first_barrier = 0.1, last_barrier = 1e-13,
                 least_price = 1e-11;
/// Without barriers: above what rounding leaves, 4e-14 at most in 28,000 random instances.
constexpr double greatest_rounding = 1e-12;
/// A barrier keeps a buyer off its limit by less.
constexpr double at_limit_within = 1e-10;
/// Resources that all users need alike have any prices that add up.
constexpr double ridge = 1e-10;
constexpr int most_newton_steps = 400, most_shorter = 40, polishes = 4;

/// A user in units of its dominant share: z = x·dom, of which the most is `limit`.
struct Buyer {
  std::size_t user;
  double part;  ///< ε
  double limit;
  Prices needs;  ///< of each resource a unit of z
};

/// What a buyer takes at a price of u a unit of z and of ε, and how that falls with u.
struct Taken {
  double z, fall;
};

/// max log z + μ log(limit − z) − u z. The limit's barrier vanishes with μ; μ = 0: min(limit, 1/u).
Taken taken(double u, double limit, double mu) {
  if (limit == unlimited) return {1 / u, 1 / u / u};
  if (mu == 0) return u * limit < 1 ? Taken{limit, 0.0} : Taken{1 / u, 1 / u / u};
  double const ub = u * limit;
  double const root = std::sqrt((ub - 1) * (ub - 1) + 2 * mu * (ub + 1) + mu * mu);
  double const z = 2 * limit / (ub + 1 + mu + root);
  double const left = ub < 1 ? mu / (1 / z - u) : limit - z;
  return {z, 1 / (1 / z / z + mu / left / left)};
}

/// The dual's two derivatives at prices; the second without the barrier of prices.
struct Slopes {
  Prices gradient;
  Matrix curvature;
};

/// x with A x = b for the first K resources that are `in`; A symmetric, positive definite. None
/// where it is not.
std::optional<Prices> solved(Matrix a, Prices b, Priced const& in, std::size_t K) {
  for (std::size_t r = 0; r < K; ++r) {
    if (!in[r]) continue;
    double const pivot = a[r][r];
    if (!(pivot > 0) || !std::isfinite(pivot)) return {};
    for (std::size_t s = r + 1; s < K; ++s) {
      if (!in[s]) continue;
      double const factor = a[s][r] / pivot;
      for (std::size_t t = r; t < K; ++t) a[s][t] -= factor * a[r][t];
      b[s] -= factor * b[r];
    }
  }
  Prices x{};
  for (std::size_t r = K; r-- > 0;) {
    if (!in[r]) continue;
    x[r] = b[r];
    for (std::size_t s = r + 1; s < K; ++s)
      if (in[s]) x[r] -= a[r][s] * x[s];
    x[r] /= a[r][r];
  }
  return x;
}

class Market {
 public:
  explicit Market(Instance const& in) : in_(in), K_(in.K()) {
    double weight = 0;
    for (std::size_t i = 0; i < in.N(); ++i) weight += in.weight_of(i);
    for (std::size_t i = 0; i < in.N(); ++i)
      if (in.tasks[i] > 0) enter(i, in.weight_of(i) / weight);
  }

  NashPoint point() {
    Prices price{};
    for (std::size_t r = 0; r < K_; ++r) price[r] = 1 / static_cast<double>(K_);
    double const mu = descend(price);
    Prices const sharp = polished(price);
    NashPoint point = point_at(sharp, 0);
    // A user whose limit just does not bind, where that is of no use: the last barrier's point.
    // Where a resource without a price is just used up, that point is off by the root of its
    // barrier.
    if (!(point.residual <= greatest_rounding)) point = point_at(price, mu);
    if (!(point.residual <= greatest_residual))
      throw NotConverged(fmt::format("no prices found: the residual is {} (allowed: {})",
                                     point.residual, greatest_residual));
    return point;
  }

 private:
  void enter(std::size_t i, double part) {
    double const dominant = dominant_share(in_, i);
    double const limit = in_.tasks[i] * dominant;
    Buyer buyer{i, part, limit > 1 ? unlimited : limit, {}};
    for (std::size_t r = 0; r < K_; ++r)
      if (double const d = in_.demand_of(i)[r]; d > 0)
        buyer.needs[r] = d / in_.capacity[r] / dominant;
    buyers_.push_back(buyer);
  }

  double unit_price(Buyer const& buyer, Prices const& price) const {
    double sum = 0;
    for (std::size_t r = 0; r < K_; ++r) sum += buyer.needs[r] * price[r];
    return sum / buyer.part;
  }

  /// Of what is left of a resource, less its barrier.
  Prices gradient(Prices const& price, double mu) const {
    Prices left{};
    for (std::size_t r = 0; r < K_; ++r) left[r] = 1 - (mu > 0 ? mu / price[r] : 0.0);
    for (Buyer const& buyer : buyers_) {
      double const z = taken(unit_price(buyer, price), buyer.limit, mu).z;
      for (std::size_t r = 0; r < K_; ++r) left[r] -= buyer.needs[r] * z;
    }
    return left;
  }

  Slopes slopes(Prices const& price, double mu) const {
    Slopes slopes{{}, {}};
    for (std::size_t r = 0; r < K_; ++r) slopes.gradient[r] = 1 - (mu > 0 ? mu / price[r] : 0.0);
    for (Buyer const& buyer : buyers_) {
      auto const [z, fall] = taken(unit_price(buyer, price), buyer.limit, mu);
      for (std::size_t r = 0; r < K_; ++r) {
        slopes.gradient[r] -= buyer.needs[r] * z;
        double const own = fall / buyer.part * buyer.needs[r];
        for (std::size_t s = 0; s <= r; ++s) slopes.curvature[r][s] += own * buyer.needs[s];
      }
    }
    for (std::size_t r = 0; r < K_; ++r)
      for (std::size_t s = 0; s < r; ++s) slopes.curvature[s][r] = slopes.curvature[r][s];
    return slopes;
  }

  /// Price times gradient: how far from meeting price times left = μ.
  double distance(Prices const& price, Prices const& gradient) const {
    double most = 0;
    for (std::size_t r = 0; r < K_; ++r) most = std::max(most, std::abs(price[r] * gradient[r]));
    return most;
  }

  double along(Prices const& gradient, Prices const& step) const {
    return std::inner_product(gradient.begin(), gradient.end(), step.begin(), 0.0);
  }

  /// The step's part after which the dual does not rise steeply again; it is convex.
  Prices moved(Prices const& price, Prices const& step, double slope, double mu) const {
    double part = 1;
    for (std::size_t r = 0; r < K_; ++r)
      if (step[r] < 0) part = std::min(part, -0.95 * price[r] / step[r]);
    Prices next = price;
    for (int shorter = 0; shorter < most_shorter; ++shorter) {
      for (std::size_t r = 0; r < K_; ++r) next[r] = price[r] + part * step[r];
      double const there = along(gradient(next, mu), step);
      if (there <= -0.5 * slope) break;
      part *= std::clamp(slope / (slope - there), 0.1, 0.9);
    }
    return next;
  }

  /// Through ever lower barriers, each nearly met; the last of them. What is left of a resource is
  /// a variable of its own: then a price that goes to 0 holds up no other.
  double descend(Prices& price) const {
    Priced all;
    all.fill(true);
    Prices left;
    left.fill(1);
    double mu = first_barrier;
    for (int steps = 0; steps < most_newton_steps; ++steps) {
      Slopes here = slopes(price, mu);
      if (distance(price, here.gradient) <= 0.1 * mu) {
        if (mu <= last_barrier) break;
        mu *= 0.1;
        continue;
      }
      for (std::size_t r = 0; r < K_; ++r) here.curvature[r][r] += left[r] / price[r];
      auto step = solved(here.curvature, here.gradient, all, K_);
      if (!step) break;
      for (double& own : *step) own = -own;
      Prices const next = moved(price, *step, along(here.gradient, *step), mu);
      for (std::size_t r = 0; r < K_; ++r)
        left[r] = std::max((mu - left[r] * (next[r] - price[r])) / price[r], 0.1 * left[r]);
      price = next;
    }
    return mu;
  }

  /// Without barriers, once it is plain which resources have a price. Where one has none and yet is
  /// used up, what is left and the price are alike: both ways are tried.
  Prices polished(Prices const& price) const {
    Prices const left = gradient(price, 0);
    Priced clearly{}, perhaps{};
    for (std::size_t r = 0; r < K_; ++r) {
      clearly[r] = price[r] > std::abs(left[r]);
      perhaps[r] = clearly[r] || price[r] > least_price;
    }
    Prices const sharp = polished(price, clearly), other = polished(price, perhaps);
    return residual(sharp, 0) <= residual(other, 0) ? sharp : other;
  }
  /// By some of Newton's steps on what has a price.
  Prices polished(Prices price, Priced const& priced) const {
    for (std::size_t r = 0; r < K_; ++r)
      if (!priced[r]) price[r] = 0;
    for (int i = 0; i < polishes && residual(price, 0) < unlimited; ++i) {
      Slopes here = slopes(price, 0);
      for (std::size_t r = 0; r < K_; ++r) here.curvature[r][r] *= 1 + ridge;
      auto const step = solved(here.curvature, here.gradient, priced, K_);
      if (!step) break;
      for (std::size_t r = 0; r < K_; ++r) price[r] = std::max(price[r] - (*step)[r], 0.0);
    }
    return price;
  }

  /// Below their limits buyers take their best at the prices: resources can be off, and, with a
  /// barrier, what its limit is worth to a buyer who is not there. Of price and what is left a
  /// barrier keeps the product; without one the lesser is nothing.
  double residual(Prices const& price, double mu) const {
    Prices left{};
    for (std::size_t r = 0; r < K_; ++r) left[r] = 1;
    for (Buyer const& buyer : buyers_) {
      double const u = unit_price(buyer, price);
      if (buyer.limit == unlimited && !(u > 0)) return unlimited;
      double const z = taken(u, buyer.limit, mu).z;
      for (std::size_t r = 0; r < K_; ++r) left[r] -= buyer.needs[r] * z;
    }
    double most = mu;
    for (std::size_t r = 0; r < K_; ++r)
      most =
          std::max({most, -left[r],
                    mu > 0 ? std::abs(price[r] * left[r]) : std::min(price[r], std::abs(left[r]))});
    return most;
  }

  NashPoint point_at(Prices const& price, double mu) const {
    NashPoint point{std::vector<double>(in_.N(), 0.0),
                    std::vector<double>(in_.N(), 0.0),
                    {price.begin(), price.begin() + static_cast<std::ptrdiff_t>(K_)},
                    residual(price, mu)};
    for (Buyer const& buyer : buyers_) {
      double const u = unit_price(buyer, price);
      double const z = taken(u, buyer.limit, mu).z;
      bool const at_limit = u * buyer.limit < 1 && z >= buyer.limit * (1 - at_limit_within);
      point.tasks[buyer.user] =
          at_limit ? in_.tasks[buyer.user] : z / dominant_share(in_, buyer.user);
      point.spent[buyer.user] = u * z;
    }
    return point;
  }

  Instance const& in_;
  std::size_t K_;
  std::vector<Buyer> buyers_;
};

}  // namespace

NashPoint nash(Instance const& in) { return Market(in).point(); }

}  // namespace fairslot::pool
