/// How the best server is found, and what the ways to find it keep.
#pragma once

#include "kernels/search/path.hpp"
#include "kernels/state/candidates.hpp"
#include "kernels/state/kd.hpp"
#include "kernels/state/ratio.hpp"
#include "kernels/state/shortlists.hpp"

namespace fairslot {

/// Where a task is looked for that may fit anywhere.
enum class Search : std::uint8_t { scan, ratio, kd, lists, team };

struct Searching {
  Search engine;
  bool certificates;          ///< who found no room is asked only about released servers
  RatioIndex ratio_index[2];  ///< see search/index.hpp
  KdIndex kd_index[2];
  Shortlists shortlists;      ///< see search/shortlists.hpp
  CandidateLists candidates;  ///< see search/candidate_lists.hpp
  bool fresh_known;           ///< `fresh` was built in some slot
  bool fresh_built;           ///< and in this one
  std::uint64_t* noted;       ///< [W] servers that have changed since the index was asked
  std::int32_t* note;         ///< [M] their list
  std::int32_t notes;
  std::int64_t scanned_words;          ///< looked at instead of asking it
  std::int64_t asked, asked_before;    ///< how often in this slot and in the one before
  std::int64_t questions[path_count];  ///< to the search, by Path
};

}  // namespace fairslot
