/// Which of the ways to find a server a run takes. Results never depend on it.
#pragma once

#include <span>

#include "kernels/simulation.hpp"
#include "kernels/state.hpp"

namespace fairslot {

struct EngineChoice {
  Search search;
  bool certificates;  ///< who found no room is asked again only about released servers
  bool rankings;      ///< answers are continued
};

/// How a policy takes a server.
enum class Placing {
  pool,      ///< as one
  first,     ///< by the one that looks until there is room
  plain,     ///< by a score that no index knows
  own_room,  ///< by a score, of those with room by the policy's own count
  indexed,   ///< by one that the indices know: best fit
  any
};

/// What the choice by `auto` depends on.
struct Situation {
  Placing placing;
  int resources, servers;
  Asked asked;
};

/// A row of the table: the engine of all situations within these bounds.
struct ChoiceRow {
  Engine engine;
  Placing placing = Placing::indexed;
  int least_resources = 1, most_resources = max_resources;
  double load_above = -1, load_up_to = 1e300;
  int servers_above = -1, servers_up_to = 0x7fffffff;
  double least_permitted = 0;    ///< servers that a task may use, on average
  double least_share = 0;        ///< the same, of all servers
  double share_up_to = 1;        ///< likewise
  double least_tasks = 0;        ///< of a task's job, on average
  double tasks_a_server = 0;     ///< so many more for each server
  int pairs_up_to = many_pairs;  ///< (demand class, permitted set)
  double pairs_a_server = 0;     ///< so many more for each server

  bool holds(Situation const&) const;
};

/// The first row that holds is taken; the last one always does.
std::span<ChoiceRow const> choice_table();

/// By the table, whatever the machine.
Engine choose_automatically(Situation const&);

/// A wish that does not suit the problem or the policy (an index is for best fit only, `ratio` for
/// two resources) is replaced by the nearest that does.
EngineChoice choose_engine(Engine wish, int resources, int servers, Asked asked,
                           Traits const& traits);

/// How many servers a task may use, on average over all tasks; all of them where there are no
/// tasks.
double mean_permitted(Problem const& problem);

/// How many tasks a task's job has, on average over all tasks: so often is the same asked.
double mean_tasks(Problem const& problem);

/// Distinct (demand class, permitted set), counted up to many_pairs: the fewer, the sooner the same
/// is asked again.
int count_pairs(Problem const& problem);

/// Work that is submitted up to the horizon, or the last submit slot, over what the cluster can do
/// until then, of the resource of which that is most.
double offered_load(Problem const& problem);

/// Of so few servers that no row of the table looks at it, only their number.
Asked asked_of(Problem const& problem);

}  // namespace fairslot
