#include "host/pool/rising.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

#include "host/pool/instance.hpp"

namespace fairslot::pool {
namespace {

using Amounts = std::array<double, most_resources>;

double end_of(Riser const& own) { return own.from + (own.most - own.held) / own.rate; }

double share_at(Riser const& own, double level) {
  if (level <= own.from) return own.held;
  return std::clamp(own.held + own.rate * (level - own.from), own.held,
                    std::max(own.held, own.most));
}

/// A phase lasts until a resource ends, so there are K at most.
class Rising {
 public:
  Rising(std::span<double const> ratios, std::span<Riser const> risers)
      : ratios_(ratios),
        risers_(risers),
        resources_(ratios.size() / risers.size()),
        open_(risers.size()) {
    for (Riser const& own : risers) shares_.push_back(own.held);
    std::iota(open_.begin(), open_.end(), std::size_t{0});
  }

  std::vector<double> shares() && {
    while (!open_.empty()) phase();
    return std::move(shares_);
  }

 private:
  double ratio(std::size_t i, std::size_t r) const { return ratios_[i * resources_ + r]; }

  Amounts used_at(double level) const {
    Amounts used = stopped_;
    for (std::size_t const i : open_)
      for (std::size_t r = 0; r < resources_; ++r)
        used[r] += share_at(risers_[i], level) * ratio(i, r);
    return used;
  }
  /// All there is; what is held is there whatever rounding adds to its sum.
  Amounts whole(double lowest) const {
    Amounts whole = used_at(lowest);
    for (double& own : whole) own = std::max(own, 1.0);
    return whole;
  }
  bool fits(double level, Amounts const& whole) const {
    return std::ranges::equal(used_at(level), whole, std::less_equal<>());
  }
  /// Where somebody begins to rise, or stops: the last such level that all can come to. What is
  /// held below the first is there.
  std::vector<double> levels() const {
    std::vector<double> levels;
    for (std::size_t const i : open_) {
      levels.push_back(risers_[i].from);
      levels.push_back(std::max(risers_[i].from, end_of(risers_[i])));
    }
    std::ranges::sort(levels);
    return levels;
  }
  void phase() {
    auto const all = levels();
    Amounts const there = whole(all.front());
    auto const above =
        std::partition_point(all.begin() + 1, all.end(), [&](double l) { return fits(l, there); });
    double const level = *(above - 1);
    if (above == all.end()) return stop(level, resources_);
    Amounts const used = used_at(level);
    Amounts rates{};
    for (std::size_t const i : open_)
      if (risers_[i].from <= level && level < end_of(risers_[i]))
        for (std::size_t r = 0; r < resources_; ++r) rates[r] += risers_[i].rate * ratio(i, r);
    double step = unlimited;
    std::size_t ended = resources_;
    for (std::size_t r = 0; r < resources_; ++r)
      if (double const own = std::max(1 - used[r], 0.0) / rates[r]; rates[r] > 0 && own < step) {
        step = own;
        ended = r;
      }
    stop(std::min(level + step, *above), ended);
  }
  /// Who needs the resource; all of them behind the last.
  void stop(double level, std::size_t ended) {
    std::erase_if(open_, [&](std::size_t i) {
      if (ended < resources_ && ratio(i, ended) == 0) return false;
      shares_[i] = share_at(risers_[i], level);
      for (std::size_t r = 0; r < resources_; ++r) stopped_[r] += shares_[i] * ratio(i, r);
      return true;
    });
  }

  std::span<double const> ratios_;
  std::span<Riser const> risers_;
  std::size_t resources_;
  std::vector<std::size_t> open_;
  std::vector<double> shares_;
  Amounts stopped_{};
};

}  // namespace

std::vector<double> rise(std::span<double const> ratios, std::span<Riser const> risers) {
  return Rising(ratios, risers).shares();
}

}  // namespace fairslot::pool
