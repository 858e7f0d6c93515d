#include "kernels/watch/watch.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "kernels/ensemble.hpp"
#include "kernels/prepared_problems.hpp"

#if !defined(KOKKOS_ENABLE_CUDA)
#include "kernels/advance.hpp"
#endif

namespace fairslot {
namespace {

/// Starts a launch, so that a check comes every now and then.
constexpr std::int64_t launch_budget = std::int64_t{1} << 19;

/// Keeps what is seen of a slot, in terms of the problem as given.
class Notes final : public Onlooker {
 public:
  Notes(Presented const& from, WatchRequest const& asked, Policy const& policy)
      : from_(from),
        keys_(from.problem->weight.size() + 1),
        scores_(static_cast<std::size_t>(from.problem->servers)),
        seats_(from.problem->weight.size()) {
    user = asked.user;
    top = asked.top;
    keys = keys_.data();
    scores = scores_.data();
    seats = seats_.data();
    slot_.policy = policy;
  }

  void sees(SeenHead const& head) override {
    WatchedSum sum;
    if (head.sum == SeenHead::Sum::whole) sum = head.whole_sum;
    if (head.sum == SeenHead::Sum::real) sum = head.real_sum;
    slot_.heads.push_back({head.user, from_.entry(head.entry), head.monopoly, sum, head.weight});
  }
  void sees(bool could_start) override {
    if (may_have_decided_ && could_start) slot_.picks.pop_back();
    if (may_have_decided_ && !could_start) slot_.picks.back().decided = true;
    may_have_decided_ = false;
  }
  void sees(SeenPick const& seen) override {
    slot_.picks.push_back(pick_of(seen));
    may_have_decided_ = user >= 0 && seen.user != user;
  }
  void sees(SeenLeftOut const& left_out) override {
    slot_.out.push_back({left_out.user, from_.entry(left_out.entry), left_out.reason});
  }

  WatchedSlot take() { return std::move(slot_); }

 private:
  WatchedPick pick_of(SeenPick const& seen) {
    WatchedPick pick;
    pick.user = seen.user;
    pick.entry = from_.entry(seen.entry);
    pick.server = from_.server(seen.server);
    pick.keys.assign(keys, keys + seen.keys);
    pick.has_scores = seen.best != SeenPick::Best::first;
    SeenScore* const end = scores + seen.scores;
    for (SeenScore const* of = scores; of != end; ++of)
      if (pick.has_scores && of->server == seen.server) pick.score = of->score + 0.0;  // no -0
    auto const better = [&](SeenScore const& a, SeenScore const& b) {
      double const x = seen.best == SeenPick::Best::most ? b.score : a.score;
      double const y = seen.best == SeenPick::Best::most ? a.score : b.score;
      return x < y || (x == y && a.server < b.server);
    };
    SeenScore* const last = scores + std::min(top, seen.scores);
    std::partial_sort(scores, last, end, better);
    for (SeenScore const* of = scores; of != last; ++of)
      pick.scores.push_back({from_.server(of->server), of->score + 0.0});
    return pick;
  }

  Presented const& from_;
  List<SeenKey> keys_;
  List<SeenScore> scores_;
  List<std::int32_t> seats_;
  WatchedSlot slot_;
  bool may_have_decided_ = false;  ///< the latest pick
};

/// Jobs that the run does not know of, as blocked users: an entry a job.
void list_left_out(Presented const& from, std::int64_t slot, std::vector<SeenLeftOut>& out) {
  Problem const& given = *from.given;
  std::int32_t user = 0;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> jobs;
  for (std::int32_t const entry : from.left_out) {
    while (given.job_begin[user + 1] <= entry) ++user;
    if (given.submit[entry] > slot || given.has_left(user, slot)) continue;
    jobs.try_emplace({user, given.job[entry]}, entry);
  }
  for (auto const& [job, entry] : jobs) out.push_back({job.first, entry, LeftOutFor::blocked});
  std::ranges::stable_sort(out, {}, &SeenLeftOut::user);
}

/// A run with the slot in which somebody looks on.
class WatchedRun {
 public:
  WatchedRun(std::shared_ptr<Problem const> const& problem, Policy const& policy,
             WatchRequest const& asked, SimulatorSettings const& settings)
      : asked_(asked),
        settings_(settings),
        run_(0, prepared_.of(problem, policy, settings_), policy, asked.recording.value_or(nothing),
             settings_) {
    expect();
  }

  Watched to_the_end() {
    while (!run_.done()) {
      settings_.check();
      ensemble::launch({&run_}, launch_budget, 0);
      if (run_.state().clock.pause == Pause::watched) {
        seen_ = look();
        if (!asked_.recording) break;
      }
      run_.serve();
      if (run_.gives_way()) go_on();
    }
    return {std::move(seen_), run_.finish()};
  }

 private:
  static constexpr Recording nothing{.slots = false, .picks = false, .queueing = false};

  /// The run stops before the slot, unless another policy has come by then.
  void expect() {
    Search const engine = run_.state().search.engine;
    if (engine == Search::team || engine == Search::lists)
      throw std::runtime_error("runs that teams advance, as on a GPU, cannot be looked into");
    Clock& clock = run_.state().clock;
    if (seen_ || asked_.slot >= clock.cut) return;
    other_policy_ = std::exchange(clock.cut, asked_.slot);
    clock.watched = true;
  }

  void go_on() {
    auto problem = prepared_.of(run_.prepared().presented().given, run_.next_policy(), settings_);
    run_ = run_.next(std::move(problem), settings_);
    expect();
  }

  /// Everybody's turn comes, one by one.
  WatchedSlot look() {
    RunState& s = run_.state();
    PolicyRun& policy = s.policy;
    Presented const& from = run_.prepared().presented();
    Notes notes(from, asked_, policy.chosen);
    s.clock.watched = false;
    s.clock.cut = other_policy_;
    Traits const traits = policy.traits;
    bool const is_plain = std::exchange(policy.plain, false);
    policy.traits.in_turn = true;
    std::fill_n(s.seats.failed_before, (from.problem->weight.size() + 63) / 64, 0);
    step(s, notes);
    policy.traits = traits;
    policy.plain = is_plain;
    WatchedSlot seen = notes.take();
    list_left_out(from, asked_.slot, seen.out);
    return seen;
  }

  void step([[maybe_unused]] RunState& s, [[maybe_unused]] Notes& notes) {
#if !defined(KOKKOS_ENABLE_CUDA)
    // No job is left out for being like one that has just failed, either.
    ProblemView view = run_.prepared().view();
    List<std::int32_t> next(static_cast<std::size_t>(view.entries));
    std::iota(next.begin(), next.end(), 1);
    view.unlike = next.data();
    WatchSlot const slot = watch_for(run_.prepared().problem().resources);
    do {
      settings_.check();
      slot(view, s, asked_.slot, notes);
      run_.serve();
    } while (s.clock.pause != Pause::none && !run_.done());
#endif
  }

  WatchRequest asked_;
  SimulatorSettings settings_;
  PreparedProblems prepared_;
  ResidentRun run_;
  std::int64_t other_policy_ = 0;  ///< from this slot on
  std::optional<WatchedSlot> seen_;
};

}  // namespace

Watched watch(std::shared_ptr<Problem const> const& problem, Policy const& policy,
              WatchRequest const& asked, SimulatorSettings const& settings) {
  return WatchedRun(problem, policy, asked, settings).to_the_end();
}

}  // namespace fairslot
