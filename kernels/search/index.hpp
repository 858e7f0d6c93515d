/// Best fit among many servers by an index, in two copies:
///  - `every` holds all servers. It is brought up to date when it is asked, so a stretch in which
///    nobody asks costs a note a change.
///  - `fresh` holds the servers released in this slot and is made when first asked. A task that
///    found no room in the slot before finds it on one of these, if at all (state/released.hpp).
///    They are a fraction of all, and under overload nearly every question is about them. With
///    K > 2 shortlists answer these, where that pays, and `fresh` is not made.
#pragma once

#include "kernels/search/count.hpp"
#include "kernels/search/kd_index.hpp"
#include "kernels/search/ratio_index.hpp"
#include "kernels/search/scan.hpp"
#include "kernels/search/shortlists.hpp"
#include "kernels/state.hpp"

namespace fairslot::inline FAIRSLOT_ISA::index {

enum Copy { every, fresh };

FAIRSLOT_FUNCTION inline bool kept(RunState const& s) {
  return s.search.engine == Search::ratio || s.search.engine == Search::kd;
}

/// The classes of one reference resource are served: the one that most entries ask for.
FAIRSLOT_FUNCTION inline bool serves(ProblemView const& p, RunState const& s, int demand) {
  return kept(s) && p.reference_slot[demand] == p.main_reference;
}

/// Of the servers whose bits are set.
template <int K>
FAIRSLOT_FUNCTION inline void build(ProblemView const& p, RunState& s, Copy copy,
                                    std::uint64_t const* members) {
  if (s.search.engine == Search::kd)
    kd_index::build<K>(p, s, s.search.kd_index[copy], p.main_reference, members);
  else if constexpr (K == 2)
    ratio_index::build<K>(p, s, s.search.ratio_index[copy], p.main_reference, members);
}

/// The released servers are others than in the slot before.
template <int K>
FAIRSLOT_FUNCTION inline void build_fresh(ProblemView const& p, RunState& s) {
  if (!s.search.fresh_known)
    build<K>(p, s, fresh, s.servers.touched);
  else if (s.search.engine == Search::kd)
    kd_index::build_again<K>(p, s, s.search.kd_index[fresh]);
  else if constexpr (K == 2)
    ratio_index::rebuild<K>(p, s, s.search.ratio_index[fresh]);
  s.search.fresh_known = s.search.fresh_built = true;
}

template <int K>
FAIRSLOT_FUNCTION inline void update(ProblemView const& p, RunState& s, Copy copy, int m) {
  if (s.search.engine == Search::kd)
    kd_index::changed<K>(p, s, s.search.kd_index[copy], m);
  else if constexpr (K == 2)
    ratio_index::changed<K>(p, s, s.search.ratio_index[copy], m);
}

template <int K>
FAIRSLOT_FUNCTION inline std::int32_t ask_ratio(ProblemView const& p, RunState& s, Copy copy,
                                                int demand, std::uint64_t const* allowed) {
  std::int32_t const m = ratio_index::find<K>(p, s.search.ratio_index[copy], demand, allowed);
  bool const gave_up = m == ratio_index::gave_up;
  search::count(s, gave_up ? Path::scan_gave_up : copy == every ? Path::ratio : Path::ratio_fresh);
  return gave_up ? scan::least<K, fits::Best>(p, s, demand, allowed) : m;
}

template <int K>
FAIRSLOT_FUNCTION inline std::int32_t ask_kd(ProblemView const& p, RunState& s, Copy copy,
                                             int demand, std::uint64_t const* allowed) {
  bool const sparse = kd_index::is_sparse(p, allowed);
  search::count(s, sparse ? Path::one_by_one : copy == every ? Path::kd : Path::kd_fresh);
  if (sparse) return kd_index::find_one_by_one<K>(p, s, s.search.kd_index[copy], demand, allowed);
  return kd_index::find<K>(p, s, s.search.kd_index[copy], demand, allowed);
}

template <int K>
FAIRSLOT_FUNCTION inline std::int32_t ask(ProblemView const& p, RunState& s, Copy copy, int demand,
                                          std::uint64_t const* allowed) {
  if constexpr (K == 2)
    if (s.search.engine == Search::ratio) return ask_ratio<K>(p, s, copy, demand, allowed);
  if constexpr (K == 1) {
    search::count(s, Path::scan);
    return scan::first<K>(p, s, demand, allowed);
  } else {
    return ask_kd<K>(p, s, copy, demand, allowed);
  }
}

/// The released servers of the slot before are forgotten.
FAIRSLOT_FUNCTION inline void new_slot(RunState& s) {
  s.search.fresh_built = false;
  shortlists::new_slot(s.search.shortlists);
  s.search.asked_before = s.search.asked;
  s.search.asked = 0;
}

/// Server m's residual and ratios have changed.
template <int K>
FAIRSLOT_FUNCTION inline void changed(ProblemView const& p, RunState& s, int m) {
  if (!kept(s)) return;
  std::uint64_t const bit = std::uint64_t{1} << (m % 64);
  if (!(s.search.noted[m / 64] & bit)) {
    s.search.noted[m / 64] |= bit;
    s.search.note[s.search.notes++] = m;
  }
  if (!(s.servers.touched[m / 64] & bit)) return;
  if (s.search.fresh_built) update<K>(p, s, fresh, m);
  if constexpr (K > 1)
    if (s.search.shortlists.begun) shortlists::changed<K>(p, s, s.search.shortlists, m);
}

/// Follows the noted changes in `every`.
template <int K>
FAIRSLOT_FUNCTION inline void catch_up(ProblemView const& p, RunState& s) {
  for (int i = 0; i < s.search.notes; ++i) {
    int const m = s.search.note[i];
    s.search.noted[m / 64] = 0;
    update<K>(p, s, every, m);
  }
  s.search.notes = 0;
  s.search.scanned_words = 0;
}

/// Catching up would take longer than looking at all servers has taken since it was last done, and
/// than it would take as often as `every` was asked in the slot before.
FAIRSLOT_FUNCTION inline bool scan_pays(ProblemView const& p, RunState& s) {
  constexpr int words_a_change = 4;
  std::int64_t const worth = std::int64_t{words_a_change} * s.search.notes;
  ++s.search.asked;
  if (s.search.scanned_words + p.words > worth || s.search.asked_before * p.words > worth)
    return false;
  s.search.scanned_words += p.words;
  return true;
}

/// The best of the released servers for an entry whose class is served.
template <int K>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline std::int32_t find_fresh(ProblemView const& p, RunState& s,
                                                                Entry const& entry,
                                                                std::uint64_t const* allowed) {
  if constexpr (K > 1)
    if (s.search.engine == Search::kd) {
      Shortlists& x = s.search.shortlists;
      if (!x.begun) shortlists::begin<K>(p, s, x, p.main_reference, s.servers.touched);
      auto const [m, made] = shortlists::find<K>(p, s, x, entry.demand, entry.pair, allowed);
      if (m != shortlists::undecided) {
        search::count(s, made ? Path::shortlist_made : Path::shortlist);
        return m;
      }
    }
  if (!s.search.fresh_built) build_fresh<K>(p, s);
  return ask<K>(p, s, fresh, entry.demand, allowed);
}

/// The best of all servers for a class that is served; scan_pays() is false.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t find(ProblemView const& p, RunState& s, int demand,
                                           std::uint64_t const* allowed) {
  catch_up<K>(p, s);
  return ask<K>(p, s, every, demand, allowed);
}

}  // namespace fairslot::inline FAIRSLOT_ISA::index
