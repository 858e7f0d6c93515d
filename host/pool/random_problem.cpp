#include "host/pool/random_problem.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "host/pool/draws.hpp"

namespace fairslot::pool {
namespace {

constexpr int resources = 2;
constexpr std::int64_t least_capacity = 3, most_capacity = 12, most_demand = 4, most_duration = 3,
                       most_jobs = 2, most_tasks = 15;

std::vector<std::int32_t> draw_amounts(Draws& draws, std::int64_t least, std::int64_t most) {
  std::vector<std::int32_t> all(resources);
  for (std::int32_t& own : all) own = static_cast<std::int32_t>(draws.from(least, most));
  return all;
}

std::optional<std::vector<std::int32_t>> draw_permitted(Draws& draws, std::int64_t servers) {
  if (draws.from(0, 1) == 0) return std::nullopt;
  std::vector<std::int32_t> some;
  for (std::int32_t m = 0; m < servers; ++m)
    if (draws.from(0, 1) == 1) some.push_back(m);
  if (some.empty()) some.push_back(static_cast<std::int32_t>(draws.from(0, servers - 1)));
  return some;
}

void add_user(ProblemBuilder& builder, Draws& draws, std::int64_t servers, std::int64_t slots) {
  int const user = builder.add_user();
  auto const demand = draw_amounts(draws, 1, most_demand);
  std::int64_t const duration = draws.from(1, most_duration);
  int const placement = builder.placement(draw_permitted(draws, servers));
  for (std::int64_t left = draws.from(1, most_jobs); left > 0; --left) {
    std::int64_t const submit = draws.from(1, slots);
    std::int64_t const tasks = draws.from(1, most_tasks);
    builder.add_job(user, submit, tasks, duration, demand, placement);
  }
}

}  // namespace

Problem random_problem(Random const& random, std::uint32_t number, ProblemSize const& most) {
  Draws draws(random, Draw::problem, number, 0);
  std::int64_t const slots = draws.from(1, most.slots);
  std::int64_t const servers = draws.from(1, most.servers);
  std::int64_t const users = draws.from(1, most.users);
  ProblemBuilder builder(resources, slots);
  for (std::int64_t m = 0; m < servers; ++m)
    builder.add_server(draw_amounts(draws, least_capacity, most_capacity));
  for (std::int64_t u = 0; u < users; ++u) add_user(builder, draws, servers, slots);
  return std::move(builder).build();
}

}  // namespace fairslot::pool
