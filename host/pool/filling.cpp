#include "host/pool/filling.hpp"

#include <algorithm>
#include <array>

namespace fairslot::pool {
namespace {

using Amounts = std::array<double, most_resources>;

/// At a level: a user has all it wants, or a resource ends.
struct Event {
  double level;
  std::size_t of;
};

/// A phase lasts until a resource ends, so there are K at most. Sums hold what is added only, never
/// what is taken away: users may differ by many orders.
class Filling {
 public:
  Filling(Instance const& in, std::span<double const> cost, std::span<double const> limit)
      : in_(in), cost_(cost), limit_(limit), tasks_(in.N(), 0.0), rate_(in.demand) {
    for (std::size_t i = 0; i < in.N(); ++i) {
      if (!(cost[i] < unlimited && limit[i] > 0)) continue;
      rising_.push_back({limit[i] * cost[i], i});
      double const level = 1 / cost[i];
      for (std::size_t r = 0; r < in.K(); ++r) rate_[i * in.K() + r] *= level;
    }
    auto const endless = std::partition(rising_.begin(), rising_.end(),
                                        [](Event const& own) { return own.level < unlimited; });
    std::sort(rising_.begin(), endless, [](Event const& a, Event const& b) {
      return a.level != b.level ? a.level < b.level : a.of < b.of;
    });
    rates_.resize(rising_.size());
  }

  std::vector<double> tasks() && {
    while (!rising_.empty()) phase();
    return std::move(tasks_);
  }

 private:
  void add(Amounts& sums, std::size_t i, double level) const {
    for (std::size_t r = 0; r < in_.K(); ++r) sums[r] += level * rate_[i * in_.K() + r];
  }
  double left(std::size_t r) const { return std::max(in_.capacity[r] - used_[r], 0.0); }
  bool comes_to(double level, Amounts const& rates) const {
    for (std::size_t r = 0; r < in_.K(); ++r)
      if (rates[r] > 0 && level * rates[r] > left(r)) return false;
    return true;
  }
  /// At which level the first of them ends: of those who rise, by what each adds a level.
  Event end_of(Amounts const& rates) const {
    Event first{unlimited, 0};
    for (std::size_t r = 0; r < in_.K(); ++r)
      if (rates[r] > 0 && left(r) / rates[r] < first.level) first = {left(r) / rates[r], r};
    return {std::max(first.level, level_), first.of};
  }
  /// By all from there on in the order of their limits.
  void sum_rates() {
    Amounts sum{};
    for (std::size_t p = rising_.size(); p-- > 0;) {
      add(sum, rising_[p].of, 1.0);
      rates_[p] = sum;
    }
  }
  void phase() {
    sum_rates();
    for (std::size_t p = 0; p < rising_.size(); ++p) {
      if (!comes_to(rising_[p].level, rates_[p])) return stop(p, end_of(rates_[p]));
      std::size_t const i = rising_[p].of;
      level_ = rising_[p].level;
      tasks_[i] = limit_[i];
      add(used_, i, level_);
    }
    rising_.clear();
  }
  /// Those before are through; of the others go who need the resource that ends.
  void stop(std::size_t before, Event const& end) {
    level_ = end.level;
    auto const others = rising_.begin() + static_cast<std::ptrdiff_t>(before);
    auto const stops = [&](Event const& own) {
      if (in_.demand_of(own.of)[end.of] == 0) return false;
      tasks_[own.of] = std::min(level_ / cost_[own.of], limit_[own.of]);
      add(used_, own.of, level_);
      return true;
    };
    rising_.erase(std::remove_if(others, rising_.end(), stops), rising_.end());
    rising_.erase(rising_.begin(), rising_.begin() + static_cast<std::ptrdiff_t>(before));
  }

  Instance const& in_;
  std::span<double const> cost_, limit_;
  std::vector<double> tasks_;
  std::vector<double> rate_;    // [N][K] what each needs a level
  std::vector<Event> rising_;   // by the level of their limits
  std::vector<Amounts> rates_;  // beside rising_: of all from there on
  Amounts used_{};
  double level_ = 0;
};

}  // namespace

std::vector<double> fill(Instance const& in, std::span<double const> cost,
                         std::span<double const> limit) {
  return Filling(in, cost, limit).tasks();
}

}  // namespace fairslot::pool
