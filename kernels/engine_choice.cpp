#include "kernels/engine_choice.hpp"

#include "kernels/policies/policies.hpp"

namespace fairslot {
namespace {

/// From so many servers on an index beats looking at all of them (docs/performance.md).
constexpr int many_servers = 256;

/// A device advances runs by teams; the other ways are for processors, but for `wide`.
constexpr bool only_teams = !FAIRSLOT_INDICES;

Search index_for(int resources) { return resources == 2 ? Search::ratio : Search::kd; }

Search choose_search(Engine wish, int resources, int servers, Traits const& traits) {
  if (wish == Engine::team || (only_teams && (wish != Engine::wide || traits.pool)))
    return Search::team;
  bool const indexed = FAIRSLOT_INDICES && traits.fit == Fit::best && !traits.pool;
  switch (wish) {
    case Engine::automatic:
      return indexed && servers >= many_servers ? index_for(resources) : Search::scan;
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

EngineChoice choose_engine(Engine wish, int resources, int servers, Traits const& traits) {
  return {choose_search(wish, resources, servers, traits), wish != Engine::scan && !traits.pool};
}

Engine engine_of_run(Problem const& problem, Policy const& policy, Engine wish) {
  EngineChoice const choice = choose_engine(wish, problem.resources, problem.servers,
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
