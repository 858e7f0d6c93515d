/// How the best server is found, and what the ways to find it keep.
#pragma once

#include "kernels/search/path.hpp"
#include "kernels/state/candidates.hpp"

namespace fairslot {

/// Where a task is looked for that may fit anywhere.
enum class Search : std::uint8_t { scan, ratio, kd, lists, team };

/// Of what the ways to find a server keep in a run, all together.
inline constexpr int search_state_bytes = 1240;

struct Searching {
  Search engine;
  bool certificates;  ///< who found no room is asked only about released servers
  bool rankings;      ///< answers are continued, see search/rankings.hpp
  alignas(8) char ways[search_state_bytes];  ///< what they keep, see search/searches.hpp
  CandidateLists candidates;                 ///< see search/candidate_lists.hpp
  std::int64_t questions[path_count];        ///< to the search, by Path
};

}  // namespace fairslot
