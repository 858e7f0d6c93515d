#include "kernels/cluster_wide.hpp"

#include <algorithm>

#include "kernels/by_resources.hpp"
#include "kernels/ensemble.hpp"
#include "kernels/hardware.hpp"
#include "kernels/primitives/device_wide.hpp"
#include "kernels/primitives/first.hpp"
#include "kernels/search/candidate_lists.hpp"
#include "kernels/team/launch.hpp"
#include "kernels/users/seats.hpp"

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
  std::int64_t* score;  ///< ordered(); int64_max behind the last
  std::int32_t* server;
  int length, size = 0;

  KOKKOS_FUNCTION void put(int at, std::int64_t key, std::int32_t m) {
    score[at] = key;
    server[at] = m;
  }
  KOKKOS_FUNCTION void insert(Ranked const& one) {
    std::int64_t const key = ordered(one.score);
    auto const comes_before = [&](int at) {
      return key < score[at] || (key == score[at] && one.server < server[at]);
    };
    if (size == length && !comes_before(length - 1)) return;
    int at = size < length ? size++ : length - 1;
    for (; at > 0 && comes_before(at - 1); --at) put(at, score[at - 1], server[at - 1]);
    put(at, key, one.server);
  }
  KOKKOS_FUNCTION void close() {
    for (; size < length; ++size) put(size, int64_max, -1);
  }
};

/// The best of item(0) .. item(count-1), nobody() among them: one a round, by all lanes of the
/// team.
template <class Item>
KOKKOS_FUNCTION void by_rounds(Team const& team, int count, Item const& item, Top& best) {
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
    Kokkos::single(Kokkos::PerTeam(team),
                   [&] { best.put(best.size, ordered(first.score), first.server); });
    last = first;
  }
}

/// The best servers of a tile for a nominated pair: a team each.
template <int K>
struct Score {
  DeviceArray<Member> run;

  KOKKOS_FUNCTION void operator()(Team const& team) const {
    ProblemView const& p = run(0).problem;
    RunState const& s = run(0).state;
    CandidateLists const& c = s.search.candidates;
    int const list = team.league_rank() / c.tiles;
    if (s.clock.pause != Pause::candidates || list >= c.nominated) return;

    int const first = team.league_rank() % c.tiles * c.limits.tile_words;
    int const end = first + c.limits.tile_words;
    int const last = end < p.words ? end : p.words;
    std::int64_t const place = std::int64_t{team.league_rank()} * c.limits.length;
    Top best = {c.tile_score + place, c.tile_server + place, c.limits.length};
    Fits::with(s.policy.traits.fit, [&]<class F>(F) {
      Candidates<K, F> const candidates(p, s, c.entry[list]);
      if (c.limits.selection == WideLimits::Selection::rounds)
        select(team, candidates, 64 * first, 64 * last, best);
      else
        insert(candidates, first, last, best);
      return 0;
    });
    Kokkos::single(Kokkos::PerTeam(team), [&] { best.close(); });
  }

  /// Servers first .. end-1, scored once.
  template <class F>
  KOKKOS_FUNCTION static void select(Team const& team, Candidates<K, F> const& scorer, int first,
                                     int end, Top& best) {
    Scores const scores(team.team_scratch(0), static_cast<std::size_t>(end - first));
    int const servers = scorer.p.servers;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, end - first), [&](int i) {
      scores(i) = first + i < servers ? scorer.of(first + i).score : nobody().score;
    });
    team.team_barrier();
    auto const item = [&](int i) {
      return scores(i) < nobody().score ? Ranked{scores(i), first + i} : nobody();
    };
    by_rounds(team, end - first, item, best);
  }

  /// Words first .. end-1 of servers. Later ones have to be better than all that are listed.
  template <class F>
  KOKKOS_FUNCTION static void insert(Candidates<K, F> const& scorer, int first, int end,
                                     Top& best) {
    constexpr std::uint64_t many = 4;
    for (int w = first; w < end; ++w) {
      std::uint64_t open = scorer.open(w);
      if (best.size == best.length && bits_set(open) > many)
        open &= scorer.below(w, score_of(best.score[best.length - 1]));
      for (; open != 0; open &= open - 1) best.insert(scorer.of_open(64 * w + lowest_bit(open)));
    }
  }
};

/// Keys of the contenders, for a sort.
struct ListContenders {
  DeviceArray<Member> run;

  KOKKOS_FUNCTION void operator()(int seat) const {
    RunState const& s = run(0).state;
    s.search.candidates.contender_key[seat] = seat < s.seats.count ? s.seats.keys[seat] : int64_max;
    s.search.candidates.contender[seat] = seat;
  }
};

/// Which pairs get lists.
struct Nominate {
  DeviceArray<Member> run;

  KOKKOS_FUNCTION void operator()(int) const {
    RunState& s = run(0).state;
    if (s.clock.pause == Pause::candidates) candidate_lists::nominate(run(0).problem, s);
  }
};

/// The users with the lowest keys, and the best servers for them.
void enqueue_lists(int resources, ProblemView const& p, RunState const& s,
                   DeviceArray<Member> const& run, DeviceWide& device) {
  CandidateLists const& c = s.search.candidates;
  int const seats = static_cast<int>(seats::stride(p)), lists = c.limits.lists;
  Kokkos::parallel_for("fairslot::cluster_wide::contenders", Kokkos::RangePolicy<Space>(0, seats),
                       ListContenders{run});
  device.find_least(c.contender_key, s.policy.has_ties ? s.seats.ties : nullptr, seats, c.lowest);
  device.sort({1, seats}, {c.contender_key, c.contender}, {c.sorted_key, c.sorted_contender});
  Kokkos::parallel_for("fairslot::cluster_wide::nominate", Kokkos::RangePolicy<Space>(0, 1),
                       Nominate{run});

  bool const rounds = c.limits.selection == WideLimits::Selection::rounds;
  int const threads = rounds && !is_processor ? 128 : 1;
  int const servers = rounds ? 64 * c.limits.tile_words : 0;
  std::size_t const bytes = Scores::shmem_size(static_cast<std::size_t>(servers));
  Teams tiles(lists * c.tiles, threads);
  tiles.set_scratch_size(0, Kokkos::PerTeam(bytes));
  by_resources(resources, [&](auto k) {
    Kokkos::parallel_for("fairslot::cluster_wide::score", tiles, Score<decltype(k)::value>{run});
  });
  // A tile's servers are all below those of the next: equal scores that keep their order are in
  // that of the servers.
  int const sorted = is_processor ? run(0).state.search.candidates.nominated : lists;
  if (c.tiles > 1)
    device.sort({sorted, c.tiles * c.limits.length}, {c.tile_score, c.tile_server},
                {c.score, c.server});
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
  if (state.clock.pause != Pause::candidates) state.clock.pause = Pause::none;
  host(0) = {run.prepared().view(), state};
  Kokkos::deep_copy(member, host);
  DeviceWide device;
  ensemble::TeamShape const shape = ensemble::team_shape({&run}, team_threads);
  std::int64_t const batches = std::clamp<std::int64_t>(budget / batch_starts, 1, most_batches);
  for (std::int64_t i = 0; i < batches; ++i) {
    // On a processor the host's copy is the run itself, and a kernel has ended when it returns.
    if (is_processor && candidate_lists::awaits_host(host(0).state)) break;
    if (!is_processor || host(0).state.clock.pause == Pause::candidates)
      enqueue_lists(resources, run.prepared().view(), state, member, device);
    ensemble::enqueue_teams("fairslot::cluster_wide::resolve", resources, member,
                            std::max(batch_starts, budget / batches), shape);
  }
  Kokkos::deep_copy(host, member);
  state = host(0).state;
}

}  // namespace fairslot::cluster_wide
