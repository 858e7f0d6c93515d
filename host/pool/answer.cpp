#include "host/pool/answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kernels/pool/filling.hpp"

namespace fairslot::pool {

std::vector<std::string> resource_names(std::size_t resources) {
  std::vector<std::string> names;
  for (std::size_t r = 0; r < resources; ++r) names.push_back(fmt::format("r{}", r));
  return names;
}

Instance one_pool(std::vector<double> capacity, std::vector<double> demand) {
  Instance in;
  in.resources = resource_names(capacity.size());
  in.weight.assign(demand.size(), 1.0);
  in.tasks.assign(demand.size() / capacity.size(), unlimited);
  in.capacity = std::move(capacity);
  in.demand = std::move(demand);
  return in;
}

double dominant_share(Instance const& in, std::size_t user) {
  return dominant_share(in.demand_of(user).data(), in.capacity.data(), static_cast<int>(in.K()));
}

std::vector<double> wanted_of(Instance const& in, std::size_t resource) {
  std::vector<double> wanted(in.N(), 0.0);
  for (std::size_t i = 0; i < in.N(); ++i)
    if (double const demand = in.demand_of(i)[resource]; demand > 0)
      wanted[i] = demand * in.tasks[i];
  return wanted;
}

std::vector<double> weights_of(Instance const& in) {
  std::vector<double> weights(in.N());
  for (std::size_t i = 0; i < in.N(); ++i) weights[i] = in.weight_of(i);
  return weights;
}

std::vector<double> ratios_of(Instance const& in) {
  std::vector<double> ratios(in.N() * in.K(), 0.0);
  for (std::size_t i = 0; i < in.N(); ++i)
    for (std::size_t r = 0; r < in.K(); ++r)
      if (double const d = in.demand_of(i)[r]; d > 0)
        ratios[i * in.K() + r] = d / in.capacity[r] / dominant_share(in, i);
  return ratios;
}

double asked_tasks(Instance const& in, std::size_t user) {
  return in.tasks[user] < unlimited ? in.tasks[user] : 1.0;
}

namespace {

void set_shares(Instance const& in, Answer& answer) {
  answer.share.assign(in.N(), 0.0);
  answer.level.assign(in.N(), 0.0);
  for (std::size_t i = 0; i < in.N(); ++i) {
    if (!(answer.tasks[i] > 0)) continue;
    answer.share[i] = answer.tasks[i] * dominant_share(in, i);
    answer.level[i] = answer.share[i] / in.weight_of(i);
  }
}

void add_up(Instance const& in, Answer& answer) {
  answer.used.assign(in.K(), 0.0);
  for (std::size_t i = 0; i < in.N(); ++i)
    for (std::size_t r = 0; r < in.K(); ++r) answer.used[r] += answer.allocation[i * in.K() + r];
  for (std::size_t r = 0; r < in.K(); ++r)
    answer.saturated.push_back(answer.used[r] >= in.capacity[r] * (1 - saturation));
}

/// How many tasks the amounts suffice for.
double enough_for(std::span<double const> demand, double const* amount) {
  double tasks = unlimited;
  for (std::size_t r = 0; r < demand.size(); ++r)
    if (demand[r] > 0) tasks = std::min(tasks, amount[r] / demand[r]);
  return tasks;
}

}  // namespace

Answer answer_of_tasks(Instance const& in, std::vector<double> tasks) {
  Answer answer;
  answer.tasks = std::move(tasks);
  answer.allocation = in.demand;
  for (std::size_t i = 0; i < in.N(); ++i)
    for (std::size_t r = 0; r < in.K(); ++r) answer.allocation[i * in.K() + r] *= answer.tasks[i];
  set_shares(in, answer);
  add_up(in, answer);
  return answer;
}

Answer answer_of_allocation(Instance const& in, std::vector<double> allocation) {
  Answer answer;
  answer.allocation = std::move(allocation);
  for (std::size_t i = 0; i < in.N(); ++i)
    answer.tasks.push_back(enough_for(in.demand_of(i), answer.allocation.data() + i * in.K()));
  set_shares(in, answer);
  add_up(in, answer);
  return answer;
}

Answer answer_of_resource(Instance const& in, std::size_t resource,
                          std::span<double const> amounts) {
  Answer answer;
  answer.allocation.assign(in.N() * in.K(), 0.0);
  for (std::size_t i = 0; i < in.N(); ++i) {
    double const amount = amounts[i];
    double const demand = in.demand_of(i)[resource];
    answer.allocation[i * in.K() + resource] = amount;
    answer.tasks.push_back(demand > 0 ? amount / demand : 0.0);
    answer.share.push_back(amount > 0 ? amount / in.capacity[resource] : 0.0);
    answer.level.push_back(amount > 0 ? amount / in.weight_of(i) : 0.0);
  }
  add_up(in, answer);
  return answer;
}

}  // namespace fairslot::pool
