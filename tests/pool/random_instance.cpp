#include "tests/pool/random_instance.hpp"

#include <rapidcheck.h>

#include <algorithm>

namespace fairslot::pool {
namespace {

double number(int least, int most) { return *rc::gen::inRange(least, most + 1); }

void draw_user(Instance& in, Drawn const& drawn) {
  std::vector<double> demand(in.K());
  for (double& d : demand) d = number(drawn.zero_demands ? 0 : 1, 8);
  if (std::ranges::count(demand, 0.0) == std::ssize(demand)) demand.front() = 1;
  in.demand.insert(in.demand.end(), demand.begin(), demand.end());
  in.weight.insert(in.weight.end(), in.K(), drawn.weights ? number(1, 4) : 1.0);
  in.tasks.push_back(drawn.limits && number(0, 1) > 0 ? number(0, 12) / 2 : unlimited);
}

void repeat_user(Instance& in, std::size_t user) {
  for (std::size_t r = 0; r < in.K(); ++r) {
    in.demand.push_back(in.demand[user * in.K() + r]);
    in.weight.push_back(in.weight[user * in.K() + r]);
  }
  in.tasks.push_back(in.tasks[user]);
}

}  // namespace

Instance draw(Drawn const& drawn) {
  Instance in;
  in.name = "drawn";
  int const resources = *rc::gen::inRange(static_cast<int>(drawn.least_resources),
                                          static_cast<int>(drawn.most_resources) + 1);
  int const users = *rc::gen::inRange(1, static_cast<int>(drawn.most_users) + 1);
  for (int r = 0; r < resources; ++r) {
    in.capacity.push_back(number(10, 60));
    in.resources.push_back("r" + std::to_string(r));
  }
  for (int i = 0; i < users; ++i) {
    if (i > 0 && number(0, 3) == 0)
      repeat_user(in, static_cast<std::size_t>(*rc::gen::inRange(0, i)));
    else
      draw_user(in, drawn);
  }
  return in;
}

Instance draw_on_servers(Drawn const& drawn) {
  Instance in = draw(drawn);
  int const classes = *rc::gen::inRange(1, 5);
  in.capacity.assign(in.K(), 0.0);
  for (int c = 0; c < classes; ++c) {
    std::vector<double> server(in.K());
    for (double& own : server) own = c > 0 && number(0, 5) == 0 ? 0 : number(5, 40);
    double const speed = number(1, 3);
    for (int copy = *rc::gen::inRange(1, 4); copy > 0; --copy) {
      in.servers.insert(in.servers.end(), server.begin(), server.end());
      in.speed.push_back(speed);
      for (std::size_t r = 0; r < in.K(); ++r) in.capacity[r] += server[r];
    }
  }
  in.permitted.resize(in.N());
  for (auto& own : in.permitted)
    if (number(0, 1) > 0)
      for (std::size_t m = 0; m < in.M(); ++m)
        if (number(0, 1) > 0) own.push_back(m);
  return in;
}

}  // namespace fairslot::pool
