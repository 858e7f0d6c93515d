#include "host/pool/properties.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "host/pool/max_min.hpp"

namespace fairslot::pool {
namespace {

/// What a misreport makes of a demand, on every resource with every other.
constexpr double lies[] = {0, 0.5, 1, 1.5, 2, 3, 5, 8};

using Amounts = std::span<double const>;

Amounts allocation_of(Answer const& answer, Instance const& in, std::size_t user) {
  return Amounts(answer.allocation).subspan(user * in.K(), in.K());
}

/// How many tasks of this demand the amounts suffice for.
double worth(Amounts demand, Amounts held) {
  double tasks = unlimited;
  for (std::size_t r = 0; r < demand.size(); ++r)
    if (demand[r] > 0) tasks = std::min(tasks, held[r] / demand[r]);
  return tasks;
}
double tasks_of(Answer const& answer, Instance const& in, std::size_t user) {
  return worth(in.demand_of(user), allocation_of(answer, in, user));
}

/// The largest of those that are put; their text is made of those alone.
class Largest {
 public:
  template <class How>
  void put(std::size_t user, double have, double due, How const& how) {
    Shortfall next{user, have, due, {}};
    if (largest_ && next.part() <= largest_->part()) return;
    next.how = how();
    largest_ = std::move(next);
  }
  std::optional<Shortfall> const& get() const { return largest_; }

 private:
  std::optional<Shortfall> largest_;
};

std::optional<Shortfall> sharing_incentive(Divide const&, Instance const& in,
                                           Answer const& answer) {
  std::vector<double> part = in.capacity;
  for (double& own : part) own /= static_cast<double>(in.N());
  Largest largest;
  for (std::size_t i = 0; i < in.N(); ++i) {
    double const have = tasks_of(answer, in, i), due = worth(in.demand_of(i), part);
    largest.put(i, have, due, [&] {
      return fmt::format("user {} has {:.6g} tasks, of its part of the pool {:.6g}", i, have, due);
    });
  }
  return largest.get();
}

/// The demand of the user times lies[], of resource r the (code / size^r)th; whether any is left.
bool misreport(Instance& told, Instance const& in, std::size_t user, std::size_t code) {
  bool any = false;
  for (std::size_t r = 0; r < in.K(); ++r, code /= std::size(lies)) {
    double& own = told.demand[user * in.K() + r];
    own = in.demand_of(user)[r] * lies[code % std::size(lies)];
    any = any || own > 0;
  }
  return any;
}

std::optional<Shortfall> strategy_proofness(Divide const& divide, Instance const& in,
                                            Answer const& answer) {
  std::size_t codes = 1;
  for (std::size_t r = 0; r < in.K(); ++r) codes *= std::size(lies);
  Largest largest;
  for (std::size_t i = 0; i < in.N(); ++i) {
    double const honest = tasks_of(answer, in, i);
    Instance told = in;
    for (std::size_t code = 0; code < codes; ++code) {
      if (!misreport(told, in, i, code)) continue;
      double const then = worth(in.demand_of(i), allocation_of(divide(told), in, i));
      largest.put(i, honest, then, [&] {
        return fmt::format("user {} has {:.6g} tasks, and {:.6g} if it asks for <{}>", i, honest,
                           then, fmt::join(told.demand_of(i), ", "));
      });
    }
  }
  return largest.get();
}

std::optional<Shortfall> envy_freeness(Divide const&, Instance const& in, Answer const& answer) {
  Largest largest;
  for (std::size_t i = 0; i < in.N(); ++i)
    for (std::size_t j = 0; j < in.N(); ++j) {
      double const own = tasks_of(answer, in, i);
      double const other = worth(in.demand_of(i), allocation_of(answer, in, j));
      largest.put(i, own, other, [&] {
        return fmt::format("user {} has {:.6g} tasks, and {:.6g} with what user {} has", i, own,
                           other, j);
      });
    }
  return largest.get();
}

/// Some resource that a user needs is used up, or it could have more.
std::optional<Shortfall> pareto_efficiency(Divide const&, Instance const& in,
                                           Answer const& answer) {
  std::vector<double> left = in.capacity;
  for (std::size_t r = 0; r < in.K(); ++r) left[r] -= answer.used[r];
  Largest largest;
  for (std::size_t i = 0; i < in.N(); ++i) {
    double const have = tasks_of(answer, in, i), more = worth(in.demand_of(i), left);
    largest.put(i, have, have + more, [&] {
      return fmt::format("user {} has {:.6g} tasks, and there is room for {:.6g} more", i, have,
                         more);
    });
  }
  return largest.get();
}

/// Of the first resource alone, without limits, and with each user in turn limited to half of its
/// part.
std::optional<Shortfall> single_resource_fairness(Divide const& divide, Instance const& in,
                                                  Answer const&) {
  std::vector<double> demand;
  for (std::size_t i = 0; i < in.N(); ++i) demand.push_back(in.demand_of(i)[0]);
  if (std::ranges::count(demand, 0.0)) return std::nullopt;
  Instance one = one_pool({in.capacity[0]}, std::move(demand));
  Largest largest;
  for (std::size_t limited = 0; limited <= in.N(); ++limited) {
    one.tasks.assign(in.N(), unlimited);
    if (limited < in.N())
      one.tasks[limited] =
          one.capacity[0] / one.demand[limited] / (2 * static_cast<double>(in.N()));
    Answer const answer = divide(one);
    auto const fair = max_min_parts(one.capacity[0], wanted_of(one, 0), weights_of(one)).amounts;
    for (std::size_t i = 0; i < in.N(); ++i) {
      double const have = answer.allocation[i];
      largest.put(i, have, fair[i], [&] {
        return fmt::format("of resource 0 alone user {} has {:.6g}, by max-min {:.6g}", i, have,
                           fair[i]);
      });
    }
  }
  return largest.get();
}

/// A resource of which every user needs the largest share, if there is one.
std::optional<std::size_t> common_bottleneck(Instance const& in) {
  for (std::size_t r = 0; r < in.K(); ++r) {
    bool of_all = true;
    for (std::size_t i = 0; i < in.N(); ++i)
      of_all = of_all && in.demand_of(i)[r] / in.capacity[r] >= dominant_share(in, i);
    if (of_all) return r;
  }
  return std::nullopt;
}

std::optional<Shortfall> bottleneck_fairness(Divide const&, Instance const& in,
                                             Answer const& answer) {
  auto const r = common_bottleneck(in);
  if (!r) return std::nullopt;
  auto const fair = max_min_parts(in.capacity[*r], wanted_of(in, *r), weights_of(in)).amounts;
  Largest largest;
  for (std::size_t i = 0; i < in.N(); ++i) {
    double const have = tasks_of(answer, in, i) * in.demand_of(i)[*r];
    largest.put(i, have, fair[i], [&] {
      return fmt::format(
          "all need most of resource {}; user {} has {:.6g} of it, by max-min {:.6g}", *r, i, have,
          fair[i]);
    });
  }
  return largest.get();
}

Instance without(Instance const& in, std::size_t user) {
  std::vector<double> demand = in.demand;
  auto const first = demand.begin() + static_cast<std::ptrdiff_t>(user * in.K());
  demand.erase(first, first + static_cast<std::ptrdiff_t>(in.K()));
  return one_pool(in.capacity, std::move(demand));
}

std::optional<Shortfall> population_monotonicity(Divide const& divide, Instance const& in,
                                                 Answer const& answer) {
  if (in.N() < 2) return std::nullopt;
  Largest largest;
  for (std::size_t gone = 0; gone < in.N(); ++gone) {
    Instance const others = without(in, gone);
    Answer const then = divide(others);
    for (std::size_t i = 0; i < others.N(); ++i) {
      std::size_t const user = i < gone ? i : i + 1;
      double const before = tasks_of(answer, in, user), after = tasks_of(then, others, i);
      largest.put(user, after, before, [&] {
        return fmt::format("user {} has {:.6g} tasks, and {:.6g} once user {} is gone", user,
                           before, after, gone);
      });
    }
  }
  return largest.get();
}

std::optional<Shortfall> resource_monotonicity(Divide const& divide, Instance const& in,
                                               Answer const& answer) {
  Largest largest;
  for (std::size_t r = 0; r < in.K(); ++r) {
    Instance more = in;
    more.capacity[r] *= 2;
    Answer const then = divide(more);
    for (std::size_t i = 0; i < in.N(); ++i) {
      double const before = tasks_of(answer, in, i), after = tasks_of(then, in, i);
      largest.put(i, after, before, [&] {
        return fmt::format("user {} has {:.6g} tasks, and {:.6g} with twice as much of resource {}",
                           i, before, after, r);
      });
    }
  }
  return largest.get();
}

/// Everybody wants more, so everybody has its part of something that is used up.
std::optional<Shortfall> no_justified_complaints(Divide const&, Instance const& in,
                                                 Answer const& answer) {
  double const part = 1 / static_cast<double>(in.N());
  Largest largest;
  for (std::size_t i = 0; i < in.N(); ++i) {
    double most = 0;
    for (std::size_t r = 0; r < in.K(); ++r)
      if (answer.used[r] >= in.capacity[r] * (1 - least_shortfall))
        most = std::max(most, allocation_of(answer, in, i)[r] / in.capacity[r]);
    largest.put(i, most, part, [&] {
      return fmt::format("user {} has {:.6g} of what is used up, its part is {:.6g}", i, most,
                         part);
    });
  }
  return largest.get();
}

constexpr Property all[] = {
    {"sharing_incentive", "nobody has less than of an equal part of the pool", sharing_incentive},
    {"strategy_proofness", "nobody has more by a lie about its demand", strategy_proofness},
    {"envy_freeness", "nobody has more with what another has", envy_freeness},
    {"pareto_efficiency", "nobody could have more while nobody has less", pareto_efficiency},
    {"single_resource_fairness", "of one resource it is max-min fair", single_resource_fairness},
    {"bottleneck_fairness", "where all need most of one resource it is max-min fair",
     bottleneck_fairness},
    {"population_monotonicity", "nobody has less once another is gone", population_monotonicity},
    {"resource_monotonicity", "nobody has less when there is more", resource_monotonicity},
    {"no_justified_complaints", "everybody has its part of something that is used up",
     no_justified_complaints}};

}  // namespace

std::span<Property const> properties() { return all; }

}  // namespace fairslot::pool
