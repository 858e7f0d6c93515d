#include "host/pool/mechanisms/utility_max_min.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "host/pool/fit.hpp"
#include "host/pool/utility_curve.hpp"

namespace fairslot::pool::mechanisms {
namespace {

/// One common level rises. Where it has to jump over a flat part of some users' utilities, those
/// go on, lowest index first, for whom there is enough; the others stay with what they have.
class Raising {
 public:
  Raising(double capacity, std::vector<UtilityCurve> const& curves)
      : capacity_(capacity), users_(curves.size()) {
    for (std::size_t i = 0; i < curves.size(); ++i) users_[i].curve = &curves[i];
  }

  struct Result {
    std::vector<double> amounts;
    std::optional<double> level;  ///< none: all have all they want
  };
  Result result() && {
    while (raise()) jump();
    return {std::move(amounts_), level_};
  }

 private:
  struct User {
    UtilityCurve const* curve = nullptr;
    double held = 0;  // it has jumped, or stays
    bool stays = false;

    double at(double level) const { return stays ? held : std::fmax(held, curve->amount(level)); }
    double above(double level) const {
      return stays ? held : std::fmax(held, curve->amount_above(level));
    }
  };

  double total(double level) const {
    double sum = 0;
    for (User const& user : users_) sum += user.at(level);
    return sum;
  }
  static double next(double level) { return std::nextafter(level, unlimited); }

  /// To the last double at which there is enough for all. True: somebody is to jump there.
  bool raise() {
    auto low = std::bit_cast<std::uint64_t>(low_), high = std::bit_cast<std::uint64_t>(unlimited);
    bool const enough = total(unlimited) <= capacity_;
    while (!enough && high - low > 1) {
      auto const middle = low + (high - low) / 2;
      (total(std::bit_cast<double>(middle)) <= capacity_ ? low : high) = middle;
    }
    low_ = enough ? unlimited : std::bit_cast<double>(low);
    bool const jumps = !enough && std::ranges::any_of(users_, [this](User const& user) {
      return user.above(low_) > user.at(low_);
    });
    if (!jumps) end();
    return jumps;
  }
  void jump() {
    double left = capacity_ - total(low_);
    for (User& user : users_) {
      double const now = user.at(low_), beyond = user.above(low_);
      if (!(beyond > now)) continue;
      user.stays = beyond - now > left + rounding * capacity_;
      user.held = user.stays ? now : beyond;
      if (!user.stays) left -= beyond - now;
    }
  }
  /// Between two doubles, levels are on a line.
  void end() {
    for (User const& user : users_) amounts_.push_back(user.at(low_));
    if (low_ == unlimited) return;
    level_ = low_;
    double const low = total(low_), high = total(next(low_));
    if (low >= capacity_ * (1 - rounding)) return;
    if (!(high < unlimited))
      throw NotConverged(fmt::format("{} of {} are left at the last level below the highest",
                                     capacity_ - low, capacity_));
    double const part = (capacity_ - low) / (high - low);
    for (std::size_t i = 0; i < users_.size(); ++i)
      amounts_[i] += part * (users_[i].at(next(low_)) - amounts_[i]);
  }

  static constexpr double rounding = 1e-12;  // of sums

  double capacity_;
  std::vector<User> users_;
  double low_ = 0;  // level
  std::vector<double> amounts_;
  std::optional<double> level_;
};

std::vector<UtilityCurve> curves_of(Instance const& in, std::size_t resource) {
  std::vector<UtilityCurve> curves;
  auto const wanted = wanted_of(in, resource);
  for (std::size_t i = 0; i < in.N(); ++i)
    curves.emplace_back(in.utility[i], in.weight_of(i), wanted[i]);
  return curves;
}

}  // namespace

Answer UtilityMaxMin::solve(Instance const& in, Steps) const {
  require_resource(name, in, resource);
  auto const curves = curves_of(in, resource);
  auto const [amounts, level] = Raising(in.capacity[resource], curves).result();
  Answer answer = answer_of_resource(in, resource, amounts);
  for (std::size_t i = 0; i < in.N(); ++i) answer.level[i] = curves[i].level(amounts[i]);
  answer.common_level = level;
  return answer;
}

}  // namespace fairslot::pool::mechanisms
