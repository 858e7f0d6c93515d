#include "kernels/search/choice.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "kernels/policies/policies.hpp"

namespace fairslot {
namespace {

// A scan looks at permitted servers only, and at few words where these are close together, while an
// index costs the same whatever is permitted. So `auto` asks how many servers a task may use, on
// average. The measurements are in docs/performance.md, "Which engine".

/// Up to so many servers those released are listed: few servers are left to an index. From so many
/// permitted ones on an index beats a scan of them.
constexpr int many_servers = 64 * released_most_words;

/// A leaf of the k-d index tests its members one by one where not all servers are permitted, and
/// goes on while they are not: below this share of the servers a scan is faster, but where so many
/// are left to it.
constexpr double kd_share = 0.7, kd_servers = 5'000;
/// Under overload the questions are about released servers, where it is the fastest from fewer
/// permitted ones on.
constexpr double kd_servers_overloaded = 1'000;

/// A device advances runs by teams; the other ways are for processors, but for `wide`.
constexpr bool only_teams = !FAIRSLOT_INDICES;

bool may_be_indexed(Traits const& traits) {
  return FAIRSLOT_INDICES && Fits::traits[traits.fit].ratio_l1 && !traits.pool;
}

Search index_for(int resources) { return resources == 2 ? Search::ratio : Search::kd; }

/// Best fit. Where the released servers are not listed, a certificate tells only of others with the
/// same permitted set: not worth its making where sets are small.
EngineChoice choose_automatically(int resources, int servers, Asked asked) {
  Search const index = index_for(resources);
  double const permitted = asked.permitted;
  double const least = index == Search::kd ? std::min(kd_share * servers, kd_servers) : 0;
  if (index == Search::kd && asked.load > 1 && servers > many_servers &&
      permitted >= kd_servers_overloaded)
    return {index, true};
  if (permitted >= std::max<double>(many_servers, least)) return {index, true};
  return {Search::scan, servers <= many_servers};
}

Search choose_search(Engine wish, int resources, Traits const& traits) {
  if (wish == Engine::team || (only_teams && (wish != Engine::wide || traits.pool)))
    return Search::team;
  bool const indexed = may_be_indexed(traits);
  switch (wish) {
    case Engine::automatic:
    case Engine::scan:
    case Engine::certified:
      return Search::scan;
    case Engine::ratio:
      return indexed ? index_for(resources) : Search::scan;
    case Engine::kd:
      return indexed ? Search::kd : Search::scan;
    case Engine::wide:
      return traits.pool ? Search::scan : Search::lists;
    case Engine::team:
      break;
  }
  return Search::scan;
}

}  // namespace

Asked asked_of(Problem const& problem) { return {mean_permitted(problem), offered_load(problem)}; }

double offered_load(Problem const& p) {
  double span = static_cast<double>(p.horizon), load = 0;
  for (int e = 0; e < p.entries() && p.horizon == 0; ++e)
    span = std::max<double>(span, p.submit[e]);
  for (int r = 0; r < p.resources; ++r) {
    double work = 0, capacity = 0;
    for (int m = 0; m < p.servers; ++m) capacity += p.capacity[std::size_t(r) * p.servers + m];
    for (int e = 0; e < p.entries(); ++e)
      work += static_cast<double>(p.tasks[e]) * p.duration[e] *
              p.demands[std::size_t(p.demand[e]) * p.resources + r];
    if (capacity > 0 && span > 0) load = std::max(load, work / (capacity * span));
  }
  return load;
}

double mean_permitted(Problem const& problem) {
  if (problem.servers == 0) return 0;
  std::vector<int> size(problem.placement_groups());
  for (std::size_t i = 0; i < problem.placements.size(); ++i)
    size[i / problem.words()] += std::popcount(problem.placements[i]);
  double permitted = 0, tasks = 0;
  for (int e = 0; e < problem.entries(); ++e) {
    permitted += static_cast<double>(problem.tasks[e]) * size[problem.placement[e]];
    tasks += problem.tasks[e];
  }
  return tasks > 0 ? permitted / tasks : problem.servers;
}

EngineChoice choose_engine(Engine wish, int resources, int servers, Asked asked,
                           Traits const& traits) {
  if (traits.ignore_permitted) asked.permitted = servers;
  if (wish == Engine::automatic && may_be_indexed(traits))
    return choose_automatically(resources, servers, asked);
  return {choose_search(wish, resources, traits), wish != Engine::scan && !traits.pool};
}

Engine engine_of_run(Problem const& problem, Policy const& policy, Engine wish) {
  EngineChoice const choice =
      choose_engine(wish, problem.resources, problem.servers, asked_of(problem),
                    Policies::traits(policy.kind, policy.options));
  switch (choice.search) {
    case Search::scan:
      return choice.certificates ? Engine::certified : Engine::scan;
    case Search::ratio:
      return Engine::ratio;
    case Search::kd:
      return Engine::kd;
    case Search::lists:
      return Engine::wide;
    case Search::team:
      return Engine::team;
  }
  return wish;
}

}  // namespace fairslot
