#include "kernels/resident_run.hpp"

#include <algorithm>
#include <type_traits>

#include "kernels/cluster_wide.hpp"
#include "kernels/hardware.hpp"
#include "kernels/policies/policies.hpp"
#include "kernels/primitives/arena.hpp"
#include "kernels/primitives/first_least.hpp"
#include "kernels/search/candidate_lists.hpp"
#include "kernels/search/choice.hpp"
#include "kernels/search/kd_index.hpp"
#include "kernels/search/ratio_index.hpp"
#include "kernels/search/shortlists.hpp"
#include "kernels/team/scratch.hpp"

namespace fairslot {
namespace {

constexpr int row_capacity = 4096;
constexpr int pick_capacity = 1 << 16;
constexpr int first_chunks = 512;

/// What a run of this kind keeps, measured or bound. Shapes as in state.hpp.
void lay_out(Arena& arena, ProblemView const& p, int k, RunState& s) {
  auto const servers = static_cast<std::size_t>(p.server_stride);
  auto const users = static_cast<std::size_t>(p.users);
  auto const entries = static_cast<std::size_t>(p.entries);
  std::size_t const user_words = (users + 63) / 64;
  bool const placed = !s.traits.pool;

  s.residual = arena.take<std::int32_t>(k * servers);
  s.ratio = arena.take<double>(placed && s.fit.reads_ratios ? p.references * k * servers : 0);
  s.touched = arena.take<std::uint64_t>(p.words);
  s.failed = arena.take<std::int64_t>(p.pairs);
  bool const listed = s.certificates && p.words <= released_most_words && s.search != Search::team;
  s.lists_released = listed;
  s.released_server = arena.take<std::int32_t>(listed ? released_most : 0);
  s.released_place = arena.take<std::uint8_t>(listed ? servers : 0);
  s.released_residual = arena.take<std::int32_t>(listed ? k * released_most : 0);
  s.released_ratio =
      arena.take<double>(listed && s.fit.reads_ratios ? p.references * k * released_most : 0);

  bool const indexed = s.search == Search::ratio || s.search == Search::kd;
  if (s.search == Search::kd) fairslot::lay_out(arena, p, k, s.shortlists);
  for (int copy = 0; indexed && copy < 2; ++copy) {
    if (s.search == Search::ratio) fairslot::lay_out(arena, p, k, s.ratio_index[copy]);
    if (s.search == Search::kd) fairslot::lay_out(arena, p, k, s.kd_index[copy]);
  }
  s.noted = arena.take<std::uint64_t>(indexed ? p.words : 0);
  s.note = arena.take<std::int32_t>(indexed ? servers : 0);
  if (s.search == Search::lists) candidate_lists::lay_out(arena, p, s.candidates);

  s.waiting = arena.take<std::uint64_t>(user_words);
  s.dirty = arena.take<std::uint64_t>(user_words);
  s.is_blocked = arena.take<std::uint8_t>(users);
  s.is_present = arena.take<std::uint8_t>(users);
  s.head = arena.take<std::int32_t>(users);
  s.tail = arena.take<std::int32_t>(users);
  s.left = arena.take<std::int32_t>(users);
  s.total_started = arena.take<std::int64_t>(users);
  s.in_flight = arena.take<std::int64_t>(users);
  s.usage = arena.take<std::int64_t>(users * k);
  s.slot_started = arena.take<std::int64_t>(s.traits.slot_memory ? users : 0);
  s.slot_usage = arena.take<std::int64_t>(s.traits.slot_memory ? users * k : 0);
  s.counted = s.traits.slot_memory ? s.slot_started : s.in_flight;
  s.counted_usage = s.traits.slot_memory ? s.slot_usage : s.usage;
  s.settled = arena.take<std::int64_t>(s.settles ? users : 0);
  s.blocked = arena.take<std::int32_t>(2 * users);
  s.share = arena.take<std::int64_t>(user_words * 64);

  s.head_pair = arena.take<std::int32_t>(users);
  s.shown_group = arena.take<std::int32_t>(users);
  s.seat = arena.take<std::int32_t>(users);
  s.seated = arena.take<std::int32_t>(user_words * 64);
  s.has_seat = arena.take<std::uint64_t>(user_words);
  s.failed_before = arena.take<std::uint64_t>(user_words);
  s.head_demand = arena.take<std::int32_t>(k * user_words * 64);
  s.head_group = arena.take<std::int32_t>(user_words * 64);
  s.contenders = arena.take<std::uint64_t>(user_words);
  s.keys = arena.take<std::int64_t>(user_words * 64 + 8);
  s.key_blocks = arena.take<std::int64_t>((user_words + 63) / 64 * 64);
  s.ties = arena.take<std::int64_t>(s.has_ties ? user_words * 64 : 0);
  s.slot_head = arena.take<std::int32_t>(s.traits.reads_head ? users : 0);
  s.slot_monopoly = arena.take<std::int64_t>(s.traits.reads_head ? users : 0);
  s.slot_count = arena.take<std::int32_t>(users);
  s.slot_event = arena.take<std::int32_t>(users);
  s.is_starter = arena.take<std::uint8_t>(users);
  s.starter = arena.take<std::int32_t>(users);
  s.certified = arena.take<std::uint64_t>(user_words);
  s.may_use = arena.take<std::uint64_t>(listed ? servers * user_words : 0);
  s.reach_count = arena.take<std::uint8_t>(user_words * 64);
  s.reach = arena.take<std::uint64_t>(listed ? user_words * released_most : 0);

  s.booked = arena.take<Booked>(entries);
  s.queueing = arena.take<std::int64_t>(dense_queueing);
  s.ring = arena.take<std::int32_t>(calendar_slots);
  s.ring_occupied = arena.take<std::uint64_t>(calendar_slots / 64);
  Policies::lay_out(arena, p, k, s);
}

/// A run of which nothing is decided but how it goes.
RunState chosen(ProblemView const& p, int k, Policy policy, Recording recording,
                SimulatorSettings const& settings) {
  RunState s{};
  s.policy = policy;
  s.traits = Policies::traits(policy.kind, policy.options);
  s.fit = Fits::traits[s.traits.fit];
  s.has_ties = Policies::has_ties(policy.kind);
  s.settles = Policies::settles(policy.kind);
  s.one_by_one = s.has_ties || Policies::gives_one_by_one(policy.kind);
  s.record_rows = recording.slots;
  s.record_picks = recording.picks;
  EngineChoice const choice = choose_engine(settings.engine, k, p.servers, p.asked, s.traits);
  s.search = choice.search;
  s.certificates = choice.certificates;
  s.candidates.limits = cluster_wide::settled(settings.wide);
  return s;
}

std::size_t queueing_capacity(ProblemView const& p) { return std::max(1024, 2 * p.users + 64); }

/// Counts what a policy's growing arrays take.
struct Measured {
  std::size_t bytes = 0;

  template <class T>
  void resize(T*&, std::size_t size) {
    bytes += size * sizeof(T);
  }
};

SlotRow finished_row(RawRow const& raw) {
  SlotRow row{raw.slot, raw.running, raw.queued, raw.started, {}, 0, 0.0, 0.0, 1.0};
  std::copy(std::begin(raw.used), std::end(raw.used), row.used);
  row.users = static_cast<std::int32_t>(raw.users);
  row.min_share = raw.min_share;
  row.max_share = raw.max_share;
  auto const squares = static_cast<unsigned __int128>(raw.squares_high) << 64 | raw.squares_low;
  auto const sum = static_cast<double>(raw.sum);
  if (squares != 0)
    row.jain = (sum * sum) / (static_cast<double>(raw.users) * static_cast<double>(squares));
  return row;
}

}  // namespace

ResidentRun::ResidentRun(std::uint64_t id, std::shared_ptr<PreparedProblem const> problem,
                         Policy policy, Recording recording, SimulatorSettings const& settings)
    : problem_(std::move(problem)),
      state_(chosen(problem_->view(), problem_->problem().resources, policy, recording, settings)),
      counts_queueing_(recording.queueing) {
  result_.id = id;
  bind_state(settings.check);
}

void ResidentRun::bind_state(Check check) {
  ProblemView const& p = problem_->view();
  int const k = problem_->problem().resources;
  Arena measure;
  lay_out(measure, p, k, state_);
  memory_ = make_array<char>("fairslot::ensemble::run", measure.used(), check);
  Arena bound(memory_.data());
  lay_out(bound, p, k, state_);

  chunks_ = make_array<EventChunk>("fairslot::ensemble::events", first_chunks);
  bool const overlapped = state_.search == Search::lists;
  rows_ = {"fairslot::ensemble::rows", state_.record_rows ? row_capacity : 0u, overlapped};
  picks_ = {"fairslot::ensemble::picks", state_.record_picks ? pick_capacity : 0u, overlapped};
  long_queueing_ = make_array<Queueing>("fairslot::ensemble::queueing", queueing_capacity(p));
  Policies::enlarge(policy_arrays_, p, state_);

  state_.chunks = chunks_.data();
  state_.chunk_capacity = first_chunks;
  state_.row = rows_.data();
  state_.row_capacity = rows_.capacity();
  state_.pick = picks_.data();
  state_.pick_capacity = picks_.capacity();
  state_.long_queueing = long_queueing_.data();
  state_.long_queueing_capacity = static_cast<std::int32_t>(long_queueing_.size());
}

std::size_t starting_bytes(ProblemView const& shape, int resources, Policy policy,
                           Recording recording, SimulatorSettings const& settings) {
  RunState state = chosen(shape, resources, policy, recording, settings);
  Arena measure;
  lay_out(measure, shape, resources, state);
  std::size_t const buffers = state.search == Search::lists ? 2 : 1;
  Measured policy_arrays;
  Policies::enlarge(policy_arrays, shape, state);
  return measure.used() + sizeof(EventChunk) * first_chunks +
         buffers * (recording.slots ? row_capacity : 0) * sizeof(RawRow) +
         buffers * (recording.picks ? pick_capacity : 0) * sizeof(Pick) +
         queueing_capacity(shape) * sizeof(Queueing) + policy_arrays.bytes;
}

void ResidentRun::grow_events() {
  grow(chunks_);
  state_.chunks = chunks_.data();
  state_.chunk_capacity = static_cast<std::int32_t>(chunks_.size());
}

std::size_t ResidentRun::bytes() const {
  auto const of = [](auto const& array) { return array.span() * sizeof(*array.data()); };
  return of(memory_) + of(chunks_) + policy_arrays_.bytes() + rows_.bytes() + picks_.bytes() +
         of(long_queueing_);
}

std::size_t ResidentRun::scratch_bytes() const {
  if (state_.search != Search::team && state_.search != Search::lists) return 0;
  team::Kind const kind = {problem_->problem().resources, state_.traits, state_.fit,
                           state_.certificates};
  return team::scratch_bytes(problem_->view(), kind, hardware::scratch_bytes);
}

void ResidentRun::hand_over_rows() {
  rows_.hand_over(state_.row_count,
                  [&](RawRow const& raw) { result_.slot_rows.push_back(finished_row(raw)); });
  state_.row = rows_.data();
  state_.row_count = 0;
}

void ResidentRun::hand_over_picks() {
  picks_.hand_over(state_.pick_count, [&](Pick const& pick) { result_.picks.push_back(pick); });
  state_.pick = picks_.data();
  state_.pick_count = 0;
}

void ResidentRun::drain_recorders() {
  hand_over_rows();
  hand_over_picks();
  // What two buffers hold back comes with the next, of which there is nothing.
  hand_over_rows();
  hand_over_picks();
}

void ResidentRun::take_long_queueing() {
  if (counts_queueing_)
    for (Queueing const& q : fetch(state_.long_queueing, state_.long_queueing_count))
      queueing_[q.slots] += q.tasks;
  state_.long_queueing_count = 0;
}

std::size_t ResidentRun::recorded_bytes() const {
  constexpr std::size_t node = 64;  // of the map
  return result_.slot_rows.size() * sizeof(SlotRow) + result_.picks.size() * sizeof(Pick) +
         queueing_.size() * node;
}

Records ResidentRun::hand_over() {
  Records records = std::move(static_cast<Records&>(result_));
  records.queueing.assign(queueing_.begin(), queueing_.end());
  queueing_.clear();
  return records;
}

void ResidentRun::take_queueing() {
  if (!counts_queueing_) return;
  auto const dense = fetch(state_.queueing, dense_queueing);
  for (std::int64_t slots = 0; slots < dense_queueing; ++slots)
    if (dense[slots] != 0) result_.queueing.emplace_back(slots, dense[slots]);
  result_.queueing.insert(result_.queueing.end(), queueing_.begin(), queueing_.end());
}

void ResidentRun::serve() {
  switch (state_.pause) {
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
  for (Booked const& booked : fetch(state_.booked, problem_->view().entries)) {
    result_.entry_started.push_back(booked.started);
    result_.entry_first_start.push_back(booked.first_start);
    result_.entry_last_end.push_back(booked.last_end);
    result_.entry_queue_sum.push_back(booked.queue_sum);
    result_.entry_held.push_back(booked.held);
  }
  auto const blocked = fetch(state_.blocked, 2 * static_cast<std::size_t>(state_.blocked_count));
  for (std::size_t i = 0; i < blocked.size(); i += 2)
    result_.blocked.emplace_back(blocked[i], blocked[i + 1]);
}

RunResult ResidentRun::finish() {
  drain_recorders();
  take_long_queueing();
  take_queueing();
  take_entries();
  result_.status = state_.status;
  result_.slots = state_.slot;
  result_.started = state_.started;
  result_.makespan = state_.makespan;
  std::ranges::copy(state_.questions, result_.questions.begin());
  return std::move(result_);
}

}  // namespace fairslot
