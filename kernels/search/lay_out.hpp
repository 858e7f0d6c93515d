/// The arrays of the ways to find a server.
#pragma once

#include "kernels/search/candidate_lists.hpp"
#include "kernels/search/kd_index.hpp"
#include "kernels/search/ratio_index.hpp"
#include "kernels/search/shortlists.hpp"

namespace fairslot::search {

inline void lay_out(Arena& arena, ProblemView const& p, int k, Searching& x) {
  bool const indexed = x.engine == Search::ratio || x.engine == Search::kd;
  if (x.engine == Search::kd) fairslot::lay_out(arena, p, k, x.shortlists);
  for (int copy = 0; indexed && copy < 2; ++copy) {
    if (x.engine == Search::ratio) fairslot::lay_out(arena, p, k, x.ratio_index[copy]);
    if (x.engine == Search::kd) fairslot::lay_out(arena, p, k, x.kd_index[copy]);
  }
  x.noted = arena.take<std::uint64_t>(indexed ? p.words : 0);
  x.note = arena.take<std::int32_t>(indexed ? p.server_stride : 0);
  if (x.engine == Search::lists) candidate_lists::lay_out(arena, p, x.candidates);
}

}  // namespace fairslot::search
