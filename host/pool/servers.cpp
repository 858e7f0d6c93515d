#include "host/pool/servers.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "host/pool/answer.hpp"

namespace fairslot::pool {
namespace {

using Flags = std::vector<std::uint8_t>;

/// [M][N] or, of one pool, a row.
std::vector<Flags> permissions(Instance const& in) {
  std::vector<Flags> users(std::max<std::size_t>(in.M(), 1), Flags(in.N(), 1));
  for (std::size_t i = 0; i < in.permitted.size(); ++i) {
    if (in.permitted[i].empty()) continue;
    for (Flags& own : users) own[i] = 0;
    for (std::size_t const m : in.permitted[i]) users[m][i] = 1;
  }
  return users;
}

std::vector<double> capacity_of(Instance const& in, std::size_t m) {
  if (in.servers.empty()) return in.capacity;
  return {in.server(m).begin(), in.server(m).end()};
}

}  // namespace

std::vector<ServerClass> classes_of(Instance const& in) {
  std::vector<ServerClass> classes;
  std::vector<Flags> users = permissions(in);
  std::map<std::tuple<std::vector<double>, double, Flags>, std::size_t> known;
  for (std::size_t m = 0; m < users.size(); ++m) {
    double const speed = in.speed.empty() ? 1.0 : in.speed[m];
    std::vector<double> const capacity = capacity_of(in, m);
    auto const [own, is_new] = known.try_emplace({capacity, speed, users[m]}, classes.size());
    if (is_new) classes.push_back({capacity, speed, std::move(users[m]), {}});
    classes[own->second].servers.push_back(m);
  }
  return classes;
}

double room(std::span<double const> capacity, std::span<double const> demand, bool floor) {
  double tasks = unlimited;
  for (std::size_t r = 0; r < demand.size(); ++r)
    if (demand[r] > 0) tasks = std::min(tasks, capacity[r] / demand[r]);
  // 0.3 holds three times 0.1, whatever their quotient is.
  return floor ? std::floor(tasks * (1 + saturation)) : tasks;
}

std::vector<double> alone(Instance const& in, AloneTerms const& terms) {
  std::vector<double> tasks(in.N(), 0.0);
  for (ServerClass const& own : classes_of(in))
    for (std::size_t i = 0; i < in.N(); ++i)
      if (own.permitted[i] || !terms.permitted)
        tasks[i] += own.count() * (terms.by_speed ? own.speed : 1.0) *
                    room(own.capacity, in.demand_of(i), terms.floor);
  return tasks;
}

std::vector<double> weighted(Instance const& in, std::vector<double> numbers) {
  for (std::size_t i = 0; i < in.N(); ++i) numbers[i] *= in.weight_of(i);
  return numbers;
}

}  // namespace fairslot::pool
