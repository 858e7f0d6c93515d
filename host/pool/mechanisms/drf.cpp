#include "host/pool/mechanisms/drf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <queue>

#include "host/pool/filling.hpp"
#include "host/pool/fit.hpp"

namespace fairslot::pool::mechanisms {
namespace {

using Cost = std::vector<double>;

/// Of a user with so many tasks: max_r u_ir / (C_r W_ir), u what they use. Of integers the shares
/// are the doubles next to them, so that equal shares are equal.
double level_of(Instance const& in, std::size_t i, double tasks) {
  double level = 0;
  for (std::size_t r = 0; r < in.K(); ++r)
    if (double const d = in.demand_of(i)[r]; d > 0)
      level = std::max(level, tasks * d / in.capacity[r] / in.weights_of(i)[r]);
  return level;
}

/// What one task adds to a user's level.
Cost costs(Instance const& in) {
  Cost cost(in.N());
  for (std::size_t i = 0; i < in.N(); ++i) {
    auto const weights = in.weights_of(i);
    bool const one_weight = std::ranges::count(weights, weights[0]) == std::ssize(weights);
    cost[i] = one_weight ? dominant_share(in, i) / weights[0] : level_of(in, i, 1.0);
  }
  return cost;
}

/// They are given out one at a time, and each is a step.
constexpr std::int64_t most_tasks = 1'000'000;

struct Turn {
  double level;
  std::size_t user;
};

/// One whole task after the other.
class Picking {
 public:
  Picking(Instance const& in, Cost const& cost, Drf const& drf, Steps steps)
      : in_(in), cost_(cost), drf_(drf), steps_(steps), free_(in.capacity), count_(in.N(), 0.0) {}

  Answer answer() && {
    auto const later = [this](Turn const& a, Turn const& b) {
      if (a.level != b.level) return a.level > b.level;
      return drf_.highest_first ? a.user < b.user : a.user > b.user;
    };
    std::priority_queue<Turn, std::vector<Turn>, decltype(later)> turns(later);
    for (std::size_t i = 0; i < in_.N(); ++i)
      if (cost_[i] < unlimited && in_.tasks[i] >= 1) turns.push({0.0, i});
    while (!turns.empty()) {
      std::size_t const user = turns.top().user;
      turns.pop();
      if (fits(user)) {
        double const level = pick(user);
        if (in_.tasks[user] >= count_[user] + 1) turns.push({level, user});
      } else if (drf_.discrete == Drf::Discrete::strict) {
        break;
      }
    }
    Answer answer = answer_of_tasks(in_, std::move(count_));
    answer.steps = std::move(done_);
    return answer;
  }

 private:
  bool fits(std::size_t i) const {
    for (std::size_t r = 0; r < in_.K(); ++r)
      if (in_.demand_of(i)[r] > free_[r] + saturation * in_.capacity[r]) return false;
    return true;
  }
  /// The user's level afterwards.
  double pick(std::size_t i) {
    if (++picks_ > most_tasks)
      throw Unfit("capacity",
                  fmt::format("has room for more than {} tasks, which are given out one "
                              "after the other (allowed: larger tasks; or discrete=no)",
                              most_tasks));
    count_[i] += 1;
    for (std::size_t r = 0; r < in_.K(); ++r) free_[r] -= in_.demand_of(i)[r];
    double const level = level_of(in_, i, count_[i]);
    if (steps_ == Steps::all) done_.push_back({Step::Kind::pick, i, level, {}, used(), {}});
    return level;
  }
  std::vector<double> used() const {
    std::vector<double> used(in_.K());
    for (std::size_t r = 0; r < in_.K(); ++r) used[r] = in_.capacity[r] - free_[r];
    return used;
  }

  Instance const& in_;
  Cost const& cost_;
  Drf const& drf_;
  Steps steps_;
  std::vector<double> free_, count_;
  std::int64_t picks_ = 0;
  std::vector<Step> done_;
};

/// Only to be passed over where tasks are picked.
std::vector<std::size_t> left_out(Cost const& cost) {
  std::vector<std::size_t> users;
  for (std::size_t i = 0; i < cost.size(); ++i)
    if (!(cost[i] < unlimited)) users.push_back(i);
  return users;
}

Answer with_levels(Instance const& in, Cost const& cost, Answer answer) {
  for (std::size_t i = 0; i < in.N(); ++i)
    answer.level[i] = answer.tasks[i] > 0 ? answer.tasks[i] * cost[i] : 0.0;
  answer.left_out = left_out(cost);
  return answer;
}

}  // namespace

Answer Drf::solve(Instance const& in, Steps steps) const {
  if (discrete != Discrete::skip) require_resources(name, in);
  Cost const cost = costs(in);
  if (discrete == Discrete::no)
    return with_levels(in, cost, answer_of_tasks(in, fill(in, cost, in.tasks)));
  return with_levels(in, cost, Picking(in, cost, *this, steps).answer());
}

Answer Drf::answer(Instance const& in, std::vector<double> tasks) const {
  return with_levels(in, costs(in), answer_of_tasks(in, std::move(tasks)));
}

}  // namespace fairslot::pool::mechanisms
