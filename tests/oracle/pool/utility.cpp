// utility_max_min.
#include <algorithm>
#include <functional>
#include <set>

#include "tests/oracle/pool/twins.hpp"

namespace fairslot::pool::twins {
namespace {

double utility(Utility const& of, double a) {
  if (of.shape == Shape::linear) return a / of.parameter;
  if (of.shape == Shape::elastic) return a / (a + of.parameter);
  if (of.shape == Shape::real_time) return a >= of.parameter ? 1 : 0;
  if (of.shape == Shape::rate_adaptive) return a * a / (a * a + of.parameter * of.parameter);
  double value = of.points.back().utility;
  for (std::size_t p = of.points.size() - 1; p-- > 0 && a < of.points[p + 1].amount;) {
    auto const& [a0, u0] = of.points[p];
    auto const& [a1, u1] = of.points[p + 1];
    value = a1 > a0 ? u0 + (u1 - u0) * (a - a0) / (a1 - a0) : u0;
  }
  return value;
}

/// The least amount up to `most` for which it is so; `most` where it never is.
double least(double most, std::function<bool(double)> const& is_so) {
  if (is_so(0)) return 0;
  double low = 0, high = most;
  for (int turn = 0; turn < 200; ++turn) {
    double const middle = (low + high) / 2;
    (is_so(middle) ? high : low) = middle;
  }
  return high;
}

struct User {
  Utility const& of;
  double weight, wanted;
  double held = 0;
  bool stays = false;

  double level(double a) const { return utility(of, a) / weight; }
  double at(double u) const {
    double const top = std::min(u, level(wanted));
    double const a = least(wanted, [&](double own) { return level(own) >= top; });
    return stays ? held : std::max(held, a);
  }
  double above(double u) const {
    if (stays || level(wanted) <= u) return at(u);
    return std::max(held, least(wanted, [&](double own) { return level(own) > u; }));
  }
};

double total(std::vector<User> const& users, double u) {
  double sum = 0;
  for (User const& user : users) sum += user.at(u);
  return sum;
}

/// Where a utility may be flat, and behind the last.
std::set<double> flats(std::vector<User> const& users) {
  std::set<double> all{0.0};
  for (User const& user : users)
    for (UtilityPoint const& point : user.of.points) all.insert(point.utility / user.weight);
  for (User const& user : users) all.insert(user.level(user.wanted));
  return all;
}

void jump(std::vector<User>& users, double u, double left) {
  for (User& user : users) {
    double const now = user.at(u), need = user.above(u) - now;
    if (need < 1e-9) continue;
    user.stays = need > left + 1e-7;
    user.held = user.stays ? now : now + need;
    if (!user.stays) left -= need;
  }
}

}  // namespace

Numbers utility_max_min(Instance const& in, std::size_t resource) {
  std::vector<User> users;
  Numbers const wanted = wanted_of(in, resource);
  for (std::size_t i = 0; i < in.N(); ++i)
    users.push_back({in.utility[i], in.weight_of(i), std::min(wanted[i], 1e6)});
  double level = 0;
  for (double const next : flats(users)) {
    double high = next;
    if (total(users, high) > in.capacity[resource] + 1e-7) {
      for (int turn = 0; turn < 100; ++turn) {
        double const middle = (level + high) / 2;
        (total(users, middle) <= in.capacity[resource] ? level : high) = middle;
      }
      break;
    }
    level = next;
    jump(users, level, in.capacity[resource] - total(users, level));
  }
  Numbers amounts;
  for (User const& user : users) amounts.push_back(user.at(level));
  return amounts;
}

}  // namespace fairslot::pool::twins
