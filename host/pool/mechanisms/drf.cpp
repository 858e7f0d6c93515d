#include "host/pool/mechanisms/drf.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

#include "host/pool/fit.hpp"

namespace fairslot::pool::mechanisms {
namespace {

using Cost = std::vector<double>;

/// What one task adds to a user's level: max_r d_ir / (C_r W_ir).
Cost costs(Instance const& in) {
  Cost cost(in.N(), 0.0);
  for (std::size_t i = 0; i < in.N(); ++i)
    for (std::size_t r = 0; r < in.K(); ++r)
      if (double const d = in.demand_of(i)[r]; d > 0)
        cost[i] = std::max(cost[i], d / in.capacity[r] / in.weights_of(i)[r]);
  return cost;
}

/// Levels of all rise together; events are a user's limit and a resource's end.
class Filling {
 public:
  Filling(Instance const& in, Cost const& cost)
      : in_(in), cost_(cost), tasks_(in.N(), 0.0), rate_(in.K(), 0.0), free_(in.capacity) {
    for (std::size_t i = 0; i < in.N(); ++i) {
      active_.push_back(cost[i] < unlimited);
      if (active_[i]) join(i, 1.0);
    }
    order_.resize(in.N());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::stable_sort(order_, {}, [this](std::size_t i) { return limit(i); });
  }

  std::vector<double> tasks() && {
    for (std::size_t next = 0; next < order_.size();) {
      std::size_t const user = order_[next];
      if (!active_[user]) {
        ++next;
        continue;
      }
      std::size_t const r = first_to_end();
      double const end = end_of(r);
      if (limit(user) <= end) {
        freeze(user, limit(user));
        tasks_[user] = in_.tasks[user];
      } else {
        end_resource(r, end);
      }
    }
    return std::move(tasks_);
  }

 private:
  double limit(std::size_t i) const { return in_.tasks[i] * cost_[i]; }
  /// At which level nothing is left.
  double end_of(std::size_t r) const {
    return rate_[r] > 0 ? std::max(free_[r] / rate_[r], 0.0) : unlimited;
  }
  std::size_t first_to_end() const {
    std::size_t first = 0;
    for (std::size_t r = 1; r < in_.K(); ++r)
      if (end_of(r) < end_of(first)) first = r;
    return first;
  }
  void join(std::size_t i, double sign) {
    for (std::size_t r = 0; r < in_.K(); ++r) rate_[r] += sign * (in_.demand_of(i)[r] / cost_[i]);
  }
  void freeze(std::size_t i, double level) {
    active_[i] = false;
    tasks_[i] = level / cost_[i];
    join(i, -1.0);
    for (std::size_t r = 0; r < in_.K(); ++r) free_[r] -= level * (in_.demand_of(i)[r] / cost_[i]);
  }
  void end_resource(std::size_t r, double level) {
    for (std::size_t i = 0; i < in_.N(); ++i)
      if (active_[i] && in_.demand_of(i)[r] > 0) freeze(i, level);
    rate_[r] = 0;
  }

  Instance const& in_;
  Cost const& cost_;
  std::vector<double> tasks_, rate_, free_;
  std::vector<bool> active_;
  std::vector<std::size_t> order_;  // by limit
};

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
        pick(user);
        if (in_.tasks[user] >= count_[user] + 1) turns.push({level(user), user});
      } else if (drf_.discrete == Drf::Discrete::strict) {
        break;
      }
    }
    Answer answer = answer_of_tasks(in_, std::move(count_));
    answer.steps = std::move(done_);
    return answer;
  }

 private:
  double level(std::size_t i) const { return count_[i] * cost_[i]; }
  bool fits(std::size_t i) const {
    for (std::size_t r = 0; r < in_.K(); ++r)
      if (in_.demand_of(i)[r] > free_[r] + saturation * in_.capacity[r]) return false;
    return true;
  }
  void pick(std::size_t i) {
    count_[i] += 1;
    for (std::size_t r = 0; r < in_.K(); ++r) free_[r] -= in_.demand_of(i)[r];
    if (steps_ == Steps::none) return;
    std::vector<double> used(in_.K());
    for (std::size_t r = 0; r < in_.K(); ++r) used[r] = in_.capacity[r] - free_[r];
    done_.push_back({Step::Kind::pick, i, level(i), {}, std::move(used)});
  }

  Instance const& in_;
  Cost const& cost_;
  Drf const& drf_;
  Steps steps_;
  std::vector<double> free_, count_;
  std::vector<Step> done_;
};

/// Only to be passed over where tasks are picked.
std::vector<std::size_t> left_out(Cost const& cost) {
  std::vector<std::size_t> users;
  for (std::size_t i = 0; i < cost.size(); ++i)
    if (!(cost[i] < unlimited)) users.push_back(i);
  return users;
}

}  // namespace

Answer Drf::solve(Instance const& in, Steps steps) const {
  if (discrete != Discrete::skip) require_resources(name, in);
  Cost const cost = costs(in);
  Answer answer = discrete == Discrete::no ? answer_of_tasks(in, Filling(in, cost).tasks())
                                           : Picking(in, cost, *this, steps).answer();
  for (std::size_t i = 0; i < in.N(); ++i)
    answer.level[i] = answer.tasks[i] > 0 ? answer.tasks[i] * cost[i] : 0.0;
  answer.left_out = left_out(cost);
  return answer;
}

}  // namespace fairslot::pool::mechanisms
