#include "kernels/search/choice.hpp"

#include <algorithm>
#include <bit>
#include <unordered_set>

#include "kernels/policies/policies.hpp"

namespace fairslot {
namespace {

// A scan looks at permitted servers only, and at few words where these are close together. An index
// of all servers costs the same whatever is permitted, a question to it the more the less is; the
// questions of an overloaded cluster are about the released servers, where shortlists are fastest.
// Where jobs have many tasks the same is asked again and again: a ranking, which takes a scan or
// two to make, then answers them all; the more servers, the more tasks that takes. Of up to 512
// servers those released are listed, which leaves little to an index; where they are not listed a
// certificate is not worth its making. Where pairs of demand and permitted servers are few a
// ranking can be continued from one job to the next, whatever its tasks: it is asked again before
// much has changed; where no index knows the score and a scan is long, of more pairs and in
// overload, too. Of many servers, and of pairs that are many, too, `ratio` is better, which makes
// rankings for its long jobs only. The measurements are in docs/performance.md, "Which engine".
constexpr int few = 64 * released_most_words, many = 15'000;
constexpr int few_pairs = 300, long_scan = 4'000;
constexpr ChoiceRow table[] = {
    {.engine = Engine::scan, .placing = Placing::pool},
    {.engine = Engine::certified, .placing = Placing::first},
    {.engine = Engine::ranked,
     .placing = Placing::plain,
     .load_up_to = 1,
     .servers_above = few,
     .least_tasks = 4,
     .tasks_a_server = 1.0 / 2560},
    {.engine = Engine::ranked,
     .placing = Placing::plain,
     .load_up_to = 1,
     .servers_above = few,
     .pairs_up_to = few_pairs,
     .pairs_a_server = 1.0 / 100},
    {.engine = Engine::ranked,
     .placing = Placing::plain,
     .servers_above = few,
     .least_tasks = 20,
     .tasks_a_server = 1.0 / 640},
    {.engine = Engine::ranked,
     .placing = Placing::plain,
     .servers_above = long_scan,
     .pairs_up_to = 0,
     .pairs_a_server = 1.0 / 10},
    {.engine = Engine::ranked,
     .placing = Placing::plain,
     .least_resources = 3,
     .servers_above = few,
     .pairs_up_to = 0,
     .pairs_a_server = 1.0 / 10},
    {.engine = Engine::certified, .placing = Placing::plain},
    {.engine = Engine::ranked,
     .placing = Placing::own_room,
     .servers_above = long_scan,
     .pairs_up_to = 0,
     .pairs_a_server = 1.0 / 10},
    {.engine = Engine::ranked,
     .placing = Placing::own_room,
     .servers_above = long_scan,
     .least_tasks = 20,
     .tasks_a_server = 1.0 / 640},
    {.engine = Engine::certified, .placing = Placing::own_room},
    {.engine = Engine::certified, .most_resources = 1, .least_permitted = few},
    {.engine = Engine::ranked,
     .least_resources = 2,
     .most_resources = 2,
     .load_up_to = 1,
     .servers_above = few,
     .servers_up_to = many,
     .share_up_to = 0.5,
     .least_tasks = 4,
     .tasks_a_server = 1.0 / 640},
    {.engine = Engine::kd,
     .least_resources = 2,
     .most_resources = 2,
     .load_above = 1,
     .servers_above = few,
     .servers_up_to = 40'000,
     .least_permitted = 128,
     .share_up_to = 0.8,
     .pairs_up_to = few_pairs,
     .pairs_a_server = 1.0 / 100},
    {.engine = Engine::ranked,
     .least_resources = 2,
     .most_resources = 2,
     .load_above = 1,
     .servers_above = 40'000,
     .share_up_to = 0.8,
     .pairs_up_to = few_pairs,
     .pairs_a_server = 1.0 / 100},
    {.engine = Engine::ranked,
     .least_resources = 2,
     .most_resources = 2,
     .servers_above = few,
     .servers_up_to = many,
     .least_tasks = 20,
     .tasks_a_server = 1.0 / 640},
    {.engine = Engine::ranked,
     .least_resources = 2,
     .most_resources = 2,
     .servers_above = many,
     .least_tasks = 20,
     .tasks_a_server = 1.0 / 640,
     .pairs_up_to = few_pairs,
     .pairs_a_server = 1.0 / 100},
    {.engine = Engine::ranked,
     .least_resources = 2,
     .most_resources = 2,
     .load_above = 0.15,
     .load_up_to = 1,
     .servers_above = few,
     .share_up_to = 0.5,
     .pairs_up_to = few_pairs,
     .pairs_a_server = 1.0 / 100},
    {.engine = Engine::ranked,
     .least_resources = 3,
     .load_up_to = 1,
     .servers_above = few,
     .pairs_up_to = few_pairs,
     .pairs_a_server = 1.0 / 100},
    {.engine = Engine::ranked,
     .least_resources = 3,
     .load_up_to = 1,
     .servers_above = few,
     .least_tasks = 4,
     .tasks_a_server = 1.0 / 2560},
    {.engine = Engine::ratio, .most_resources = 2, .load_up_to = 1, .least_permitted = few},
    {.engine = Engine::ratio, .most_resources = 2, .least_permitted = 900},
    {.engine = Engine::ratio, .most_resources = 2, .least_permitted = few, .least_share = 0.8},
    {.engine = Engine::kd, .least_resources = 3, .load_up_to = 1, .least_permitted = 2'000},
    {.engine = Engine::kd,
     .least_resources = 3,
     .load_above = 1,
     .servers_above = few,
     .least_permitted = 128},
    {.engine = Engine::certified, .servers_up_to = few},
    {.engine = Engine::scan, .placing = Placing::any}};

/// A device advances runs by teams; the other ways are for processors, but for `wide`.
constexpr bool only_teams = !FAIRSLOT_INDICES;

Placing placing_of(Traits const& traits) {
  if (traits.pool) return Placing::pool;
  if (traits.by_server) return Placing::plain;
  if (!Fits::traits[traits.fit].scores) return Placing::first;
  if (traits.own_room) return Placing::own_room;
  return Fits::traits[traits.fit].ratio_l1 ? Placing::indexed : Placing::plain;
}

Engine suited(Engine wish, Situation const& at) {
  if (wish == Engine::automatic) return only_teams ? Engine::team : choose_automatically(at);
  if (wish == Engine::team || (only_teams && wish != Engine::wide)) return Engine::team;
  if (at.placing == Placing::pool) return only_teams ? Engine::team : Engine::scan;
  if (wish != Engine::ratio && wish != Engine::kd) return wish;
  if (at.placing != Placing::indexed || at.resources == 1) return Engine::certified;
  return at.resources == 2 ? wish : Engine::kd;
}

Search search_of(Engine engine) {
  switch (engine) {
    case Engine::ratio:
      return Search::ratio;
    case Engine::kd:
      return Search::kd;
    case Engine::wide:
      return Search::lists;
    case Engine::team:
      return Search::team;
    default:
      return Search::scan;
  }
}

Engine engine_for(Engine wish, int resources, int servers, Asked asked, Traits const& traits) {
  if (traits.ignore_permitted) asked.permitted = servers;
  // Lists are of scores, and for turns that are known beforehand.
  if (wish == Engine::wide && traits.turn_by_turn()) wish = Engine::team;
  return suited(wish, {placing_of(traits), resources, servers, asked});
}

}  // namespace

Asked asked_of(Problem const& problem) {
  if (problem.servers < few) return {static_cast<double>(problem.servers), 0, 0, 0};
  return {mean_permitted(problem), offered_load(problem), mean_tasks(problem),
          count_pairs(problem)};
}

double offered_load(Problem const& p) {
  double span = static_cast<double>(p.horizon), load = 0;
  for (int e = 0; e < p.entries() && p.horizon == 0; ++e)
    span = std::max<double>(span, p.submit[e]);
  for (int r = 0; r < p.resources; ++r) {
    double work = 0, capacity = 0;
    for (int m = 0; m < p.servers; ++m) capacity += p.capacity_of(r, m);
    for (int e = 0; e < p.entries(); ++e)
      if (p.submit[e] <= span)
        work += static_cast<double>(p.tasks[e]) * p.duration[e] * p.demand_of(p.demand[e])[r];
    if (capacity > 0 && span > 0) load = std::max(load, work / (capacity * span));
  }
  return load;
}

double mean_permitted(Problem const& problem) {
  if (problem.words() == 0) return 0;
  List<int> size(static_cast<std::size_t>(problem.placement_groups()));
  for (std::int64_t i = 0; i < std::ssize(problem.placements); ++i)
    size[i / problem.words()] += std::popcount(problem.placements[i]);
  double permitted = 0, tasks = 0;
  for (int e = 0; e < problem.entries(); ++e) {
    permitted += static_cast<double>(problem.tasks[e]) * size[problem.placement[e]];
    tasks += problem.tasks[e];
  }
  return tasks > 0 ? permitted / tasks : problem.servers;
}

double mean_tasks(Problem const& problem) {
  double tasks = 0, squares = 0;
  for (int e = 0; e < problem.entries(); ++e) {
    double const n = problem.tasks[e];
    tasks += n;
    squares += n * n;
  }
  return tasks > 0 ? squares / tasks : 0;
}

int count_pairs(Problem const& problem) {
  std::unordered_set<std::uint64_t> pairs;
  for (int e = 0; e < problem.entries() && std::ssize(pairs) < many_pairs; ++e)
    pairs.insert(std::uint64_t{static_cast<std::uint32_t>(problem.demand[e])} << 32 |
                 static_cast<std::uint32_t>(problem.placement[e]));
  return static_cast<int>(pairs.size());
}

bool ChoiceRow::holds(Situation const& at) const {
  return (placing == at.placing || placing == Placing::any) && at.resources >= least_resources &&
         at.resources <= most_resources && at.asked.load > load_above &&
         at.asked.load <= load_up_to && at.servers > servers_above && at.servers <= servers_up_to &&
         at.asked.permitted >= least_permitted && at.asked.permitted >= least_share * at.servers &&
         at.asked.permitted <= share_up_to * at.servers &&
         at.asked.tasks >= least_tasks + tasks_a_server * at.servers &&
         at.asked.pairs <= pairs_up_to + pairs_a_server * at.servers;
}

std::span<ChoiceRow const> choice_table() { return table; }

Engine choose_automatically(Situation const& at) {
  return std::ranges::find_if(table, [&](ChoiceRow const& row) { return row.holds(at); })->engine;
}

EngineChoice choose_engine(Engine wish, int resources, int servers, Asked asked,
                           Traits const& traits) {
  Engine const engine = engine_for(wish, resources, servers, asked, traits);
  // Beside an index for long jobs, where changes to it cost more than rankings. Of an overloaded
  // cluster nearly all is asked of the servers that were released.
  constexpr int least = 4'096;
  bool const index = engine == Engine::ratio || engine == Engine::kd;
  bool const beside = index && servers >= least && asked.load <= 1;
  return {search_of(engine), engine != Engine::scan && !traits.pool,
          engine == Engine::ranked || beside};
}

Engine engine_of_run(Problem const& problem, Policy const& policy, Engine wish) {
  return engine_for(wish, problem.resources, problem.servers, asked_of(problem),
                    Policies::traits(policy.kind, policy.options));
}

}  // namespace fairslot
