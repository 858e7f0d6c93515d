#include "kernels/cluster_wide.hpp"

#include <algorithm>

#include "kernels/by_resources.hpp"
#include "kernels/ensemble.hpp"
#include "kernels/hardware.hpp"
#include "kernels/primitives/first.hpp"
#include "kernels/search/candidate_lists.hpp"
#include "kernels/team/launch.hpp"

namespace fairslot::cluster_wide {
namespace {

using candidate_lists::Candidates;
using ensemble::Member;
using hardware::is_processor;

using Teams = Kokkos::TeamPolicy<Space>;
using Team = Teams::member_type;
using Scores = Kokkos::View<double*, Space::scratch_memory_space, Kokkos::MemoryUnmanaged>;

constexpr int most_batches = 256;
/// Starts of a batch, about; a launch of fewer is not worth its kernels.
constexpr std::int64_t batch_starts = 64;

/// Where a team puts the best that it finds, in order.
struct Top {
  Ranked* list;
  int size, length;

  KOKKOS_FUNCTION void insert(Ranked const& one) {
    if (size == length && !before(one, list[length - 1])) return;
    int at = size < length ? size++ : length - 1;
    for (; at > 0 && before(one, list[at - 1]); --at) list[at] = list[at - 1];
    list[at] = one;
  }
};

/// The best of item(0) .. item(count-1), nobody() among them: one a round, by all lanes of the
/// team.
template <class Item>
KOKKOS_FUNCTION int by_rounds(Team const& team, int count, Item const& item, Top best) {
  Ranked last = {-__builtin_inf(), -1};
  for (; best.size < best.length; ++best.size) {
    Ranked first = nobody();
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, count),
        [&](int i, Ranked& least) {
          Ranked const here = item(i);
          if (before(last, here) && before(here, least)) least = here;
        },
        First(first, nobody()));
    if (first.server < 0) break;
    Kokkos::single(Kokkos::PerTeam(team), [&] { best.list[best.size] = first; });
    last = first;
  }
  return best.size;
}

/// The best servers of a tile for a nominated pair: a team each.
template <int K>
struct Score {
  DeviceArray<Member> run;

  KOKKOS_FUNCTION void operator()(Team const& team) const {
    ProblemView const& p = run(0).problem;
    RunState const& s = run(0).state;
    CandidateLists const& c = s.candidates;
    int const list = team.league_rank() / c.tiles;
    if (s.pause != Pause::candidates || list >= c.nominated) return;

    int const first = team.league_rank() % c.tiles * c.limits.tile_words;
    int const end = first + c.limits.tile_words;
    Top const best = {c.tile_list + static_cast<std::int64_t>(team.league_rank()) * c.limits.length,
                      0, c.limits.length};
    int const last = end < p.words ? end : p.words;
    int const size = Fits::with(s.traits.fit, [&]<class F>(F) {
      Candidates<K, F> const candidates(p, s, c.entry[list]);
      return c.limits.selection == WideLimits::Selection::rounds
                 ? select(team, candidates, 64 * first, 64 * last, best)
                 : insert(candidates, first, last, best);
    });
    Kokkos::single(Kokkos::PerTeam(team), [&] { c.tile_size[team.league_rank()] = size; });
  }

  /// Servers first .. end-1, scored once.
  template <class F>
  KOKKOS_FUNCTION static int select(Team const& team, Candidates<K, F> const& scorer, int first,
                                    int end, Top const& best) {
    Scores const scores(team.team_scratch(0), end - first);
    int const servers = scorer.p.servers;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, end - first), [&](int i) {
      scores(i) = first + i < servers ? scorer.of(first + i).score : nobody().score;
    });
    team.team_barrier();
    auto const item = [&](int i) {
      return scores(i) < nobody().score ? Ranked{scores(i), first + i} : nobody();
    };
    return by_rounds(team, end - first, item, best);
  }

  /// Words first .. end-1 of servers. Later ones have to be better than all that are listed.
  template <class F>
  KOKKOS_FUNCTION static int insert(Candidates<K, F> const& scorer, int first, int end, Top best) {
    constexpr std::uint64_t many = 4;
    for (int w = first; w < end; ++w) {
      std::uint64_t open = scorer.open(w);
      if (best.size == best.length && bits_set(open) > many)
        open &= scorer.below(w, best.list[best.length - 1].score);
      for (; open != 0; open &= open - 1) best.insert(scorer.of_open(64 * w + lowest_bit(open)));
    }
    return best.size;
  }
};

/// The list of a pair, from those of its tiles: a team each.
struct Merge {
  DeviceArray<Member> run;

  KOKKOS_FUNCTION void operator()(Team const& team) const {
    RunState& s = run(0).state;
    CandidateLists& c = s.candidates;
    int const list = team.league_rank();
    if (s.pause != Pause::candidates || list >= c.nominated) return;

    int const length = c.limits.length;
    std::int32_t const* const sizes = c.tile_size + static_cast<std::int64_t>(list) * c.tiles;
    Ranked const* const tiles = c.tile_list + static_cast<std::int64_t>(list) * c.tiles * length;
    Top const best = {c.list + static_cast<std::int64_t>(list) * length, 0, length};
    auto const item = [&](int i) { return i % length < sizes[i / length] ? tiles[i] : nobody(); };
    int const size = c.limits.selection == WideLimits::Selection::rounds
                         ? by_rounds(team, c.tiles * length, item, best)
                         : insert(c.tiles, length, sizes, tiles, best);
    Kokkos::single(Kokkos::PerTeam(team), [&] {
      c.size[list] = size;
      c.next[list] = 0;
      if (list == 0) c.valid = true;
    });
  }

  KOKKOS_FUNCTION static int insert(int tiles, int length, std::int32_t const* sizes,
                                    Ranked const* lists, Top best) {
    for (int t = 0; t < tiles; ++t)
      for (int i = 0; i < sizes[t]; ++i)
        best.insert(lists[static_cast<std::int64_t>(t) * length + i]);
    return best.size;
  }
};

void enqueue_lists(int resources, CandidateLists const& c, DeviceArray<Member> const& run) {
  int const lists = c.limits.lists;
  bool const rounds = c.limits.selection == WideLimits::Selection::rounds;
  int const threads = rounds && !is_processor ? 128 : 1;
  auto const bytes = rounds ? Scores::shmem_size(64 * c.limits.tile_words) : 0;
  Teams tiles(lists * c.tiles, threads);
  tiles.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(bytes)));
  by_resources(resources, [&](auto k) {
    Kokkos::parallel_for("fairslot::cluster_wide::score", tiles, Score<decltype(k)::value>{run});
  });
  Kokkos::parallel_for("fairslot::cluster_wide::merge", Teams(lists, threads), Merge{run});
}

}  // namespace

WideLimits settled(WideLimits limits) {
  using Selection = WideLimits::Selection;
  limits.lists = std::max(1, limits.lists);
  limits.length = std::max(1, limits.length);
  // One lane scores them again for every start: a device's is slow.
  if (limits.changed < 0) limits.changed = is_processor ? 256 : 64;
  if (limits.selection == Selection::chosen)
    limits.selection = is_processor ? Selection::insertion : Selection::rounds;
  if (limits.tile_words <= 0) limits.tile_words = is_processor ? 128 : 16;
  return limits;
}

void launch(ResidentRun& run, std::int64_t budget, int team_threads) {
  auto const member = make_array<Member>("fairslot::cluster_wide::run", 1);
  auto const host = Kokkos::create_mirror_view(member);
  RunState& state = run.state();
  int const resources = run.prepared().problem().resources;
  if (state.pause != Pause::candidates) state.pause = Pause::none;
  host(0) = {run.prepared().view(), state};
  Kokkos::deep_copy(member, host);
  ensemble::TeamShape const shape = ensemble::team_shape({&run}, team_threads);
  std::int64_t const batches = std::clamp<std::int64_t>(budget / batch_starts, 1, most_batches);
  for (std::int64_t i = 0; i < batches; ++i) {
    // On a processor the host's copy is the run itself, and a kernel has ended when it returns.
    if (is_processor && candidate_lists::awaits_host(host(0).state)) break;
    if (!is_processor || host(0).state.pause == Pause::candidates)
      enqueue_lists(resources, state.candidates, member);
    ensemble::enqueue_teams("fairslot::cluster_wide::resolve", resources, member,
                            std::max(batch_starts, budget / batches), shape);
  }
  Kokkos::deep_copy(host, member);
  state = host(0).state;
}

}  // namespace fairslot::cluster_wide
