#include "tests/oracle/standing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace fairslot {
namespace {

/// Sums of users 0, 8, 16, ..., of 1, 9, ...; added in pairs.
class Sum {
 public:
  void add(std::size_t user, double x) { part_[user % 8] += x; }
  double value() const {
    std::vector<double> sums(part_.begin(), part_.end());
    while (sums.size() > 1) {
      std::vector<double> pairs;
      for (std::size_t i = 0; i < sums.size(); i += 2) pairs.push_back(sums[i] + sums[i + 1]);
      sums = pairs;
    }
    return sums.front();
  }

 private:
  std::array<double, 8> part_{};
};

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What a user gets for each unit of its weight that still asks for more.
double level(std::vector<Standing> const& users) {
  double level = 0;
  while (true) {
    Sum given, weights;
    bool somebody = false;
    for (std::size_t u = 0; u < users.size(); ++u) {
      bool const full = users[u].wanted / users[u].weight <= level;
      if (full) given.add(u, users[u].wanted);
      if (!full) weights.add(u, users[u].weight), somebody = true;
    }
    if (!somebody) return infinity;
    double const higher = (1 - given.value()) / weights.value();
    if (higher <= level) return level;
    level = higher;
  }
}

}  // namespace

std::vector<double> entitled(std::vector<Standing> const& users) {
  double const common = level(users);
  std::vector<double> parts;
  for (Standing const& user : users) parts.push_back(std::min(user.wanted, user.weight * common));
  return parts;
}

Waiting waiting(std::vector<Standing> const& users) {
  std::vector<double> const parts = entitled(users);
  Waiting found{0, infinity, infinity};
  for (std::size_t u = 0; u < users.size(); ++u) {
    if (!users[u].next) continue;
    ++found.users;
    found.entitled_gap = std::min(found.entitled_gap, users[u].share / parts[u]);
    found.smallest_unplaced = std::min(found.smallest_unplaced, *users[u].next);
  }
  double const none = std::numeric_limits<double>::quiet_NaN();
  if (found.users == 0) found.entitled_gap = found.smallest_unplaced = none;
  return found;
}

}  // namespace fairslot
