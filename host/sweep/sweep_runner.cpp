#include "host/sweep/sweep_runner.hpp"

#include <algorithm>
#include <chrono>

#include "host/record/recorder.hpp"
#include "host/workload/workload.hpp"
#include "kernels/places.hpp"

namespace fairslot::sweep {
namespace {

/// A problem that nobody waits for is not made to its end.
struct GivenUp {};

/// Audits look at picks whether these are kept or not.
Recording recording_of(scenario::Scenario const& scenario) {
  Recording recording = record::recording_of(record::tables_of(scenario));
  recording.picks |= !scenario.audit.empty();
  return recording;
}

}  // namespace

SweepRunner::SweepRunner(std::vector<scenario::Point> points, statistics::Shard shard,
                         SimulatorSettings settings)
    : points_(std::move(points)),
      shard_(shard),
      simulator_(settings),
      check_(settings.check),
      to_make_(shard.index) {
  go_to(shard_.index);
}

/// Makes the pair's first run the next one.
void SweepRunner::go_to(std::int64_t pair) {
  pair_ = pair;
  std::int64_t const samples = points_.front().scenario.samples;  // of each point
  next_ = {static_cast<int>(std::min<std::int64_t>(pair / samples, std::ssize(points_))),
           pair % samples, 0};
  problem_.reset();
  make_ahead();
}

/// Problems of the pairs to come, in the background.
void SweepRunner::make_ahead() {
  auto const ahead = static_cast<std::size_t>(problems_ahead(Runtime::threads()));
  std::int64_t const samples = points_.front().scenario.samples;
  for (; coming_.size() < ahead && to_make_ < samples * std::ssize(points_);
       to_make_ += shard_.count)
    coming_.push_back(std::async(std::launch::async, [this, pair = to_make_, samples] {
      return workload::make_problem(points_[pair / samples].scenario,
                                    static_cast<std::uint64_t>(pair % samples), [this] {
                                      if (given_up_) throw GivenUp();
                                    });
    }));
}

/// To the next run: policies turn fastest, then samples, then points.
void SweepRunner::step() {
  if (++next_.policy < static_cast<int>(points_[next_.point].scenario.policies.size())) return;
  go_to(pair_ + shard_.count);
}

std::shared_ptr<Problem const> SweepRunner::problem_of_next() {
  if (problem_) return problem_;
  constexpr std::chrono::milliseconds a_while{20};
  while (coming_.front().wait_for(a_while) != std::future_status::ready) check_();
  problem_ = coming_.front().get();
  coming_.pop_front();
  make_ahead();
  return problem_;
}

bool SweepRunner::next_is_made() const {
  return problem_ || coming_.front().wait_for(std::chrono::seconds{0}) == std::future_status::ready;
}

/// Gives the simulator what it has room for, but no longer than `seconds` at a time: an interrupt
/// is looked at between launches only. Runs that are resident go on while the next problem is made.
void SweepRunner::fill(double seconds) {
  auto const start = std::chrono::steady_clock::now();
  auto const late = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() >
           seconds;
  };
  while (!all_given() && simulator_.has_room() && !late() &&
         (simulator_.idle() || next_is_made())) {
    if (free_ids_.empty()) {
      free_ids_.push_back(residents_.size());
      residents_.emplace_back();
    }
    std::uint64_t const id = free_ids_.back();
    free_ids_.pop_back();
    residents_[id] = {next_, problem_of_next()};
    scenario::Scenario const& scenario = points_[next_.point].scenario;
    simulator_.add(id, residents_[id].problem,
                   in_sample(parse_policy(scenario.policies[next_.policy]), next_.sample),
                   recording_of(scenario));
    step();
  }
}

void SweepRunner::count(SweepRun const& run) {
  auto const sample = ended_.try_emplace({run.point, run.sample}, 0).first;
  if (++sample->second < points_[run.point].scenario.policies.size()) return;
  ended_.erase(sample);
  ++samples_done_;
}

void SweepRunner::advance(double seconds, Part const& part, Ended const& ended) {
  fill(seconds);
  Sink sink;
  if (part)
    sink = [&](std::uint64_t id, Records&& records) {
      part(residents_[id].run, residents_[id].problem, std::move(records));
    };
  for (RunResult& result : simulator_.advance(seconds, sink)) {
    Resident resident = std::move(residents_[result.id]);
    free_ids_.push_back(result.id);
    count(resident.run);
    started_ += result.started;
    ended(resident.run, std::move(resident.problem), std::move(result));
  }
}

}  // namespace fairslot::sweep
