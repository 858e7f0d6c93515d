#include "kernels/resident_run.hpp"

#include <algorithm>
#include <stdexcept>
#include <type_traits>

#include "kernels/cluster_wide.hpp"
#include "kernels/hardware.hpp"
#include "kernels/policies/policies.hpp"
#include "kernels/primitives/arena.hpp"
#include "kernels/primitives/first_least.hpp"
#include "kernels/search/candidate_lists.hpp"
#include "kernels/search/choice.hpp"
#include "kernels/search/searches.hpp"
#include "kernels/team/scratch.hpp"
#include "kernels/users/task_slots.hpp"

namespace fairslot {
namespace {

constexpr int row_capacity = 4096;
constexpr int least_share_capacity = 1 << 16;
constexpr int pick_capacity = 1 << 16;
constexpr int first_chunks = 512;
/// An event's index has 32 bits.
constexpr std::size_t most_chunks = (std::size_t{1} << 31) / chunk_places;

/// What a run of this kind keeps, measured or bound.
void lay_out(Arena& arena, ProblemView const& p, int k, RunState& s) {
  PolicyRun const& run = s.policy;
  bool const lists = s.search.certificates && p.words <= released_most_words &&
                     s.search.engine != Search::team && s.search.engine != Search::lists;
  Sizes const sizes = {
      p, static_cast<std::size_t>(k), run.traits, run.fit, lists, run.settles, run.has_ties};
  s.servers.lay_out(arena, sizes);
  s.released.lay_out(arena, sizes);
  search::Searches::lay_out(arena, p, k, s);
  if (s.search.engine == Search::lists) candidate_lists::lay_out(arena, p, s.search.candidates);
  s.users.lay_out(arena, sizes);
  s.queues.lay_out(arena, sizes);
  s.seats.lay_out(arena, sizes);
  s.books.lay_out(arena, sizes);
  s.calendar.lay_out(arena, sizes);
  Policies::lay_out(arena, p, k, s);
}

/// The slot after `since` in which an event changes the policy; int64_max: none.
std::int64_t next_cut(Problem const& p, std::int64_t since) {
  for (Change const& change : p.changes)
    if (change.what == Change::What::policy && change.slot > since) return change.slot;
  return int64_max;
}

/// A run of which nothing is decided but how it goes.
RunState chosen(ProblemView const& p, int k, Policy policy, Recording recording,
                SimulatorSettings const& settings) {
  RunState s{};
  s.policy.chosen = policy;
  s.policy.traits = Policies::traits(policy.kind, policy.options);
  s.policy.judge = judge_of(policy);
  s.policy.fit = s.policy.traits.by_server ? FitTraits{} : Fits::traits[s.policy.traits.fit];
  s.policy.seed = common_options(policy).seed;
  s.policy.traits.limits = p.limits_servers && !s.policy.traits.pool;
  s.policy.has_ties = s.policy.traits.ties || s.policy.traits.random_ties;
  s.policy.settles = Policies::settles(policy.kind);
  s.policy.one_by_one = Policies::gives_one_by_one(p, policy);
  s.books.record_rows = recording.slots;
  s.books.row_every = recording.every;
  s.books.record_picks = recording.picks;
  s.books.record_shares = recording.slots && recording.shares;
  s.books.record_fragmentation = recording.slots && recording.fragmentation;
  s.users.gaps = s.policy.traits.backfill || p.servers_change || p.policies_change;
  s.policy.ends_vary = s.policy.traits.by_speed || p.policies_change;
  s.clock.cut = int64_max;
  EngineChoice const choice =
      choose_engine(settings.engine, k, p.servers, p.asked, s.policy.traits);
  s.policy.narrows = s.policy.traits.own_room || s.policy.traits.limits;
  if (p.named_queues == 0) s.policy.traits.in_queues = false;
  s.policy.plain =
      !p.servers_change && !p.policies_change && Policies::are_plain(policy.kind, s.policy.traits);
  s.search.engine = choice.search;
  s.search.certificates = choice.certificates;
  s.search.rankings = choice.rankings;
  s.search.candidates.limits = cluster_wide::settled(settings.wide);
  return s;
}

/// Where tasks may be lost, all that run may be at once.
std::size_t queueing_capacity(ProblemView const& p, std::size_t chunks) {
  std::size_t const starts =
      std::max<std::size_t>(1024, 2 * static_cast<std::size_t>(p.users) + 64);
  return p.servers_change ? std::max(starts, chunk_events * chunks) : starts;
}

/// Counts what a policy's growing arrays take.
struct Measured {
  std::size_t bytes = 0;

  template <class T>
  void resize(T*&, std::size_t size) {
    bytes += size * sizeof(T);
  }
};

/// Where every user may have a row a slot.
std::size_t share_capacity(ProblemView const& p) {
  return static_cast<std::size_t>(std::max(p.users, least_share_capacity));
}

SlotRow finished_row(RawRow const& raw) {
  SlotRow row{};
  row.slot = raw.slot;
  row.running = raw.running, row.queued = raw.queued, row.started = raw.started;
  std::copy(std::begin(raw.used), std::end(raw.used), row.used);
  row.slots_held = raw.slots_held;
  row.users = raw.users, row.waiting_users = raw.waiting_users;
  row.min_share = raw.min_share, row.max_share = raw.max_share, row.jain = 1.0;
  row.entitled_gap = raw.entitled_gap, row.smallest_unplaced = raw.smallest_unplaced;
  auto const squares = static_cast<unsigned __int128>(raw.squares_high) << 64 | raw.squares_low;
  auto const sum = static_cast<double>(raw.sum);
  if (squares != 0)
    row.jain = (sum * sum) / (static_cast<double>(raw.users) * static_cast<double>(squares));
  return row;
}

}  // namespace

ResidentRun::ResidentRun(std::uint64_t id, std::shared_ptr<PreparedProblem const> problem,
                         Policy policy, Recording recording, SimulatorSettings const& settings)
    : ResidentRun(id, std::move(problem), policy, recording, settings, {.first = policy}) {}

ResidentRun::ResidentRun(std::uint64_t id, std::shared_ptr<PreparedProblem const> problem,
                         Policy policy, Recording recording, SimulatorSettings const& settings,
                         Past past)
    : state_(chosen(problem->view(), problem->problem().resources, policy, recording, settings)),
      problem_(std::move(problem)),
      recording_(recording),
      past_(std::move(past)) {
  result_.id = id;
  static_cast<Records&>(result_) = std::move(past_.records);
  if (!state_.policy.traits.pool) state_.clock.cut = next_cut(problem_->problem(), past_.since);
  state_.books.record_picks |= state_.clock.cut != int64_max;
  bind_state(settings.check);
  if (past_.since > 0) bind_past();
}

/// Until this policy is in force the run does what was done.
void ResidentRun::bind_past() {
  state_.replay = {nullptr,     std::ssize(past_.starts), 0,
                   past_.since, state_.books.record_rows, state_.books.record_picks};
  state_.books.record_rows = state_.books.record_picks = false;
  state_.books.rows_due = past_.rows_due;
  state_.policy.judge = judge_of(past_.first);
  replayed_ = make_array<PastStart>("fairslot::ensemble::replayed", past_.starts.size());
  auto const host = Kokkos::create_mirror_view(replayed_);
  List<std::int32_t> const places = problem_->presented().places();
  for (std::size_t i = 0; i < past_.starts.size(); ++i) {
    host(i) = past_.starts[i];
    if (!places.empty()) host(i).server = places[past_.starts[i].server];
  }
  Kokkos::deep_copy(replayed_, host);
  state_.replay.start = replayed_.data();
  give(past_.told_share, state_.books.told_share);
  give(past_.told_entitled, state_.books.told_entitled);
}

void ResidentRun::bind_state(Check const& check) {
  ProblemView const& p = problem_->view();
  int const k = problem_->problem().resources;
  Arena measure;
  lay_out(measure, p, k, state_);
  memory_ = make_array<char>("fairslot::ensemble::run", measure.used(), check);
  Arena bound(memory_.data());
  lay_out(bound, p, k, state_);

  chunks_ = make_array<EventChunk>("fairslot::ensemble::events", first_chunks);
  if (p.servers_change)
    origins_ = make_array<Origin>("fairslot::ensemble::origins", first_chunks * chunk_places);
  bind_recorders();
  long_queueing_ =
      make_array<Queueing>("fairslot::ensemble::queueing", queueing_capacity(p, first_chunks));
  Policies::enlarge(policy_arrays_, p, state_);

  state_.calendar.chunks = chunks_.data();
  state_.calendar.origin = origins_.data();
  state_.calendar.chunk_capacity = first_chunks;
  state_.books.long_queueing = long_queueing_.data();
  state_.books.long_queueing_capacity = static_cast<std::int32_t>(long_queueing_.size());
}

void ResidentRun::bind_recorders() {
  Books& books = state_.books;
  bool const overlapped = state_.search.engine == Search::lists;
  auto const k = static_cast<std::size_t>(problem_->problem().resources);
  std::size_t const rows = books.record_rows ? row_capacity : 0;
  rows_ = {"fairslot::ensemble::rows", rows, overlapped};
  fragmentation_ = {"fairslot::ensemble::fragmentation", books.record_fragmentation ? rows * k : 0,
                    overlapped};
  shares_ = {"fairslot::ensemble::shares",
             books.record_shares ? share_capacity(problem_->view()) : 0, overlapped};
  picks_ = {"fairslot::ensemble::picks", books.record_picks ? pick_capacity : 0u, overlapped};
  books.row = rows_.data();
  books.row_capacity = rows_.capacity();
  books.fragmentation = fragmentation_.data();
  books.share_row = shares_.data();
  books.share_capacity = shares_.capacity();
  books.pick = picks_.data();
  books.pick_capacity = picks_.capacity();
}

/// Of the rows, the shares and the fragmentation.
std::size_t row_bytes(ProblemView const& p, std::size_t k, Recording const& recording) {
  if (!recording.slots) return 0;
  return row_capacity * (sizeof(RawRow) + (recording.fragmentation ? k * sizeof(double) : 0)) +
         (recording.shares ? share_capacity(p) * sizeof(ShareRow) : 0);
}

std::size_t starting_bytes(ProblemView const& shape, int resources, Policy policy,
                           Recording recording, SimulatorSettings const& settings) {
  RunState state = chosen(shape, resources, policy, recording, settings);
  Arena measure;
  lay_out(measure, shape, resources, state);
  std::size_t const buffers = state.search.engine == Search::lists ? 2 : 1;
  Measured policy_arrays;
  Policies::enlarge(policy_arrays, shape, state);
  return measure.used() + sizeof(EventChunk) * first_chunks +
         buffers * row_bytes(shape, std::size_t(resources), recording) +
         buffers * (recording.picks ? pick_capacity : 0) * sizeof(Pick) +
         queueing_capacity(shape, first_chunks) * sizeof(Queueing) + policy_arrays.bytes +
         (shape.servers_change ? first_chunks * chunk_places * sizeof(Origin) : 0);
}

void ResidentRun::grow_events() {
  if (chunks_.size() == most_chunks)
    throw std::runtime_error("more than 1.8 G starts of a run wait for their end");
  grow(chunks_);
  state_.calendar.chunks = chunks_.data();
  state_.calendar.chunk_capacity = static_cast<std::int32_t>(chunks_.size());
  if (!problem_->view().servers_change) return;
  grow(origins_);
  state_.calendar.origin = origins_.data();
  take_long_queueing();
  long_queueing_ = make_array<Queueing>("fairslot::ensemble::queueing",
                                        queueing_capacity(problem_->view(), chunks_.size()));
  state_.books.long_queueing = long_queueing_.data();
  state_.books.long_queueing_capacity = static_cast<std::int32_t>(long_queueing_.size());
}

std::size_t ResidentRun::bytes() const {
  auto const of = [](auto const& array) { return array.span() * sizeof(*array.data()); };
  return of(memory_) + of(chunks_) + of(origins_) + of(replayed_) + policy_arrays_.bytes() +
         rows_.bytes() + fragmentation_.bytes() + shares_.bytes() + picks_.bytes() +
         of(long_queueing_);
}

std::size_t ResidentRun::scratch_bytes() const {
  if (state_.search.engine != Search::team && state_.search.engine != Search::lists) return 0;
  team::Kind const kind = {problem_->problem().resources, state_.policy.traits, state_.policy.fit,
                           state_.search.certificates};
  return team::scratch_bytes(problem_->view(), kind, hardware::scratch_bytes);
}

/// All that rows are made of, together: what two buffers hold back is of the same rows.
void ResidentRun::hand_over_rows() {
  Books& books = state_.books;
  auto const count = static_cast<std::size_t>(books.row_count);
  auto const k =
      static_cast<std::size_t>(books.record_fragmentation ? problem_->problem().resources : 0);
  std::vector<double> parts;
  fragmentation_.hand_over(count * k, [&](double part) { parts.push_back(part); });
  auto part = parts.begin();
  rows_.hand_over(count, [&](RawRow const& raw) {
    SlotRow& row = result_.slot_rows.emplace_back(finished_row(raw));
    for (std::size_t r = 0; r < k; ++r) row.fragmentation[r] = *part++;
  });
  shares_.hand_over(static_cast<std::size_t>(books.share_count),
                    [&](ShareRow const& row) { result_.shares.push_back(row); });
  books.row = rows_.data();
  books.fragmentation = fragmentation_.data();
  books.share_row = shares_.data();
  books.row_count = books.share_count = 0;
}

void ResidentRun::hand_over_picks() {
  picks_.hand_over(static_cast<std::size_t>(state_.books.pick_count), [&](Pick const& pick) {
    Presented const& from = problem_->presented();
    Pick const given = {pick.slot, pick.user, from.entry(pick.entry), from.server(pick.server)};
    if (recording_.picks) result_.picks.push_back(given);
    if (state_.clock.cut != int64_max) past_.starts.push_back(past_start(given));
  });
  state_.books.pick = picks_.data();
  state_.books.pick_count = 0;
}

/// As those who replay it have to know it.
PastStart ResidentRun::past_start(Pick const& pick) const {
  Problem const& given = *problem_->presented().given;
  bool const by_speed = state_.policy.traits.by_speed && !given.speed.empty();
  std::int64_t const slots =
      users::slots_on(by_speed, given.speed.data(), pick.server, given.duration[pick.entry]);
  return {pick.slot, pick.slot + slots, pick.user, pick.entry, pick.server, 0};
}

/// Of the events of one slot the last one counts.
Policy ResidentRun::next_policy() const {
  Problem const& p = problem_->problem();
  Policy policy = state_.policy.chosen;
  for (Change const& change : p.changes)
    if (change.what == Change::What::policy && change.slot == state_.clock.cut)
      policy = p.policies[change.of];
  return policy;
}

Past ResidentRun::give_way() {
  drain_recorders();
  past_.since = state_.clock.cut;
  past_.rows_due = state_.books.rows_due;
  past_.records = std::move(static_cast<Records&>(result_));
  if (state_.books.record_shares) {
    auto const users = static_cast<std::size_t>(problem_->view().users);
    auto const share = fetch(state_.books.told_share, users);
    auto const entitled = fetch(state_.books.told_entitled, users);
    past_.told_share.assign(share.begin(), share.end());
    past_.told_entitled.assign(entitled.begin(), entitled.end());
  }
  return std::move(past_);
}

ResidentRun ResidentRun::next(std::shared_ptr<PreparedProblem const> problem,
                              SimulatorSettings const& settings) {
  Policy const policy = next_policy();
  return {result_.id, std::move(problem), policy, recording_, settings, give_way()};
}

void ResidentRun::drain_recorders() {
  hand_over_rows();
  hand_over_picks();
  // What two buffers hold back comes with the next, of which there is nothing.
  hand_over_rows();
  hand_over_picks();
}

void ResidentRun::take_long_queueing() {
  if (recording_.queueing)
    for (Queueing const& q : fetch(state_.books.long_queueing,
                                   static_cast<std::size_t>(state_.books.long_queueing_count)))
      queueing_[q.slots] += q.tasks;
  state_.books.long_queueing_count = 0;
}

std::size_t ResidentRun::recorded_bytes() const {
  constexpr std::size_t node = 64;  // of the map
  return result_.slot_rows.size() * sizeof(SlotRow) + result_.picks.size() * sizeof(Pick) +
         result_.shares.size() * sizeof(ShareRow) + queueing_.size() * node;
}

Records ResidentRun::hand_over() {
  Records records = std::move(static_cast<Records&>(result_));
  if (keeps_queueing()) return records;
  records.queueing.assign(queueing_.begin(), queueing_.end());
  queueing_.clear();
  return records;
}

void ResidentRun::take_queueing() {
  if (!recording_.queueing) return;
  std::int64_t slots = 0;
  for (std::int64_t const tasks : fetch(state_.books.queueing, dense_queueing)) {
    if (tasks != 0) result_.queueing.emplace_back(slots, tasks);
    ++slots;
  }
  std::erase_if(queueing_, [](auto const& of) { return of.second == 0; });
  result_.queueing.insert(result_.queueing.end(), queueing_.begin(), queueing_.end());
}

void ResidentRun::serve() {
  switch (state_.clock.pause) {
    case Pause::rows_full:
      return hand_over_rows();
    case Pause::picks_full:
      return hand_over_picks();
    case Pause::queueing_full:
      return take_long_queueing();
    case Pause::events_full:
      return grow_events();
    case Pause::policy_full:
      return Policies::enlarge(policy_arrays_, problem_->view(), state_);
    default:
      return;
  }
}

void ResidentRun::take_entries() {
  Presented const& from = problem_->presented();
  std::size_t const entries = from.given->submit.size();
  result_.entry_started.resize(entries);
  for (auto* const values : {&result_.entry_first_start, &result_.entry_last_end,
                             &result_.entry_queue_sum, &result_.entry_held})
    values->resize(entries);
  std::int32_t at = 0;
  for (Booked const& booked : fetch(state_.books.booked, problem_->problem().submit.size())) {
    std::int32_t const entry = from.entry(at++);
    result_.entry_started[entry] = booked.started;
    result_.entry_first_start[entry] = booked.first_start;
    result_.entry_last_end[entry] = booked.last_end;
    result_.entry_queue_sum[entry] = booked.queue_sum;
    result_.entry_held[entry] = booked.held;
  }
  auto const blocked =
      fetch(state_.users.blocked, 2 * static_cast<std::size_t>(state_.users.blocked_count));
  for (std::int32_t const* user = blocked.begin(); user != blocked.end(); user += 2)
    result_.blocked.emplace_back(user[0], from.entry(user[1]));
  list_left_out();
  list_cancelled();
  list_lost();
}

/// Of those that have left what had arrived, or would have if it were not left out.
void ResidentRun::list_cancelled() {
  Problem const& given = *problem_->presented().given;
  for (std::int32_t user = 0; user < std::ssize(given.leave); ++user) {
    if (!has_left(user)) continue;
    std::int64_t tasks = 0;
    for (int e = given.job_begin[user]; e < given.job_begin[user + 1]; ++e)
      if (!given.comes_too_late(user, e)) tasks += given.tasks[e] - result_.entry_started[e];
    if (tasks > 0) result_.cancelled.emplace_back(user, tasks);
  }
}

void ResidentRun::list_lost() {
  if (!problem_->view().servers_change) return;
  std::int32_t user = 0;
  for (std::int64_t const tasks : fetch(state_.users.lost, problem_->problem().weight.size())) {
    if (tasks > 0) result_.lost.emplace_back(user, tasks);
    ++user;
  }
}

/// Of the jobs that were left out those that have arrived and were not cancelled, by user, then
/// job. Where there was nothing to look at, slot 1 has been looked at all the same.
void ResidentRun::list_left_out() {
  Problem const& given = *problem_->presented().given;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> found;  // an entry a job
  std::int64_t const last = std::max<std::int64_t>(1, state_.clock.slot);
  int user = 0;
  for (std::int32_t const entry : problem_->presented().left_out) {
    while (given.job_begin[user + 1] <= entry) ++user;
    if (given.submit[entry] <= last && !given.comes_too_late(user, entry) && !has_left(user))
      found.try_emplace({user, given.job[entry]}, entry);
  }
  for (auto const& [job, entry] : found) result_.blocked.emplace_back(job.first, entry);
  result_.left_out = problem_->presented().left_out;
}

RunResult ResidentRun::finish() {
  drain_recorders();
  take_long_queueing();
  take_queueing();
  take_entries();
  result_.policy = state_.policy.chosen;
  result_.status = state_.clock.status;
  bool const drained =
      problem_->problem().horizon == 0 && state_.clock.status == RunStatus::complete;
  result_.slots = drained ? state_.books.last_release : state_.clock.slot;
  result_.started = state_.books.started;
  result_.makespan = state_.books.makespan;
  std::ranges::transform(state_.books.lost_time, result_.lost_time, to_double);
  std::ranges::copy(state_.search.questions, result_.questions.begin());
  result_.fragment_looks = state_.books.fragments.looks;
  return std::move(result_);
}

}  // namespace fairslot
