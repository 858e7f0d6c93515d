#include "host/audit/auditor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "host/audit/audits.hpp"
#include "host/audit/task_share.hpp"

namespace fairslot::audit {
namespace {

constexpr std::size_t most_waiting = 64;

bool is_done(std::future<Audited> const& judged) {
  return judged.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

/// A run of a case: the subject itself, or a variant of an audit.
struct Auditor::Part {
  std::uint64_t of;
  std::optional<std::size_t> audit;  ///< nullopt: the subject itself
  std::size_t index = 0;
  Variant variant;
};

struct Auditor::Case {
  std::uint64_t id;
  Subject subject;
  std::vector<std::unique_ptr<Audit>> audits;
  std::vector<std::string> names;
  RunResult run;
  std::vector<List<RunResult>> variants;  ///< of each audit
  std::size_t awaited = 0;                ///< runs
};

Auditor::Auditor(std::vector<std::string> audits, SimulatorSettings const& settings)
    : names_(std::move(audits)), check_(settings.check), simulator_(settings) {}
Auditor::~Auditor() = default;

/// Its variants wait as parts of the case that is made next.
Auditor::Case Auditor::begun(std::uint64_t id, Subject subject) {
  Case one{id, std::move(subject), {}, names_, {}, {}};
  for (std::string const& name : names_) {
    auto audit = make_audit(name);
    auto variants = audit->variants(one.subject);
    one.variants.emplace_back(variants.size());
    one.awaited += variants.size();
    for (std::size_t i = 0; i < variants.size(); ++i)
      waiting_.push_back({cases_made_, one.audits.size(), i, std::move(variants[i])});
    one.audits.push_back(std::move(audit));
  }
  return one;
}

void Auditor::add(std::uint64_t id, Subject subject) {
  Recording recording = subject.recording;
  recording.picks = true;
  waiting_.push_back(
      {cases_made_,
       std::nullopt,
       0,
       {[problem = subject.problem] { return problem; }, subject.policy, recording}});
  Case one = begun(id, std::move(subject));
  ++one.awaited;
  cases_.emplace(cases_made_++, std::move(one));
}

void Auditor::add(std::uint64_t id, Subject subject, RunResult&& run) {
  Case one = begun(id, std::move(subject));
  one.run = std::move(run);
  if (one.awaited == 0) return start_judging(std::move(one));
  cases_.emplace(cases_made_++, std::move(one));
}

bool Auditor::idle() const { return cases_.empty() && judged_.empty(); }
bool Auditor::has_room() const { return waiting_.size() < most_waiting && judged_.size() < 4; }

void Auditor::feed() {
  while (!waiting_.empty() && simulator_.has_room()) {
    check_();
    Part part = std::move(waiting_.front());
    waiting_.pop_front();
    simulator_.add(parts_made_, part.variant.problem(), part.variant.policy,
                   part.variant.recording);
    running_.emplace(parts_made_++, std::move(part));
  }
}

/// Plays the run back before all audits.
Audited Auditor::judge(Case&& all) {
  Problem const& p = *all.subject.problem;
  std::vector<Gaps> gaps;
  for (std::size_t a = 0; a < all.audits.size(); ++a) {
    for (std::size_t i = 0; i < all.variants[a].size(); ++i)
      all.audits[a]->take(i, std::move(all.variants[a][i]));
    gaps.emplace_back(p.users());
  }
  Playback playback(p, all.subject.policy, all.run);
  while (playback.next())
    for (std::size_t a = 0; a < all.audits.size(); ++a) {
      all.audits[a]->watch(playback, gaps[a]);
      gaps[a].close_slot(playback.slot());
    }
  Audited audited{all.id, {}, {}};
  for (std::size_t a = 0; a < all.audits.size(); ++a) {
    all.audits[a]->conclude(all.subject, all.run, gaps[a]);
    audited.findings.push_back(gaps[a].finish(all.names[a], all.run.slots));
  }
  note_shares(all.subject, all.run, audited.findings);
  audited.run = std::move(all.run);
  return audited;
}

void Auditor::take(RunResult&& result) {
  auto const at = running_.find(result.id);
  Part const part = std::move(at->second);
  running_.erase(at);
  auto const of = cases_.find(part.of);
  Case& one = of->second;
  started_ += result.started;
  if (result.status != RunStatus::complete)
    throw std::runtime_error(
        fmt::format("policy {}{}: {}", canonical_name(one.subject.policy),
                    part.audit ? fmt::format(", audit {}", names_[*part.audit]) : "",
                    status_message(result.status)));
  (part.audit ? one.variants[*part.audit][part.index] : one.run) = std::move(result);
  if (--one.awaited > 0) return;
  start_judging(std::move(one));
  cases_.erase(of);
}

void Auditor::start_judging(Case&& all) {
  judged_.push_back(std::async(std::launch::async,
                               [all = std::move(all)]() mutable { return judge(std::move(all)); }));
}

std::vector<Audited> Auditor::advance(double seconds) {
  feed();
  if (!simulator_.idle())
    for (RunResult& result : simulator_.advance(seconds)) take(std::move(result));
  else if (!judged_.empty())
    judged_.front().wait_for(std::chrono::duration<double>(seconds));
  std::vector<Audited> done;
  for (auto& judged : judged_)
    if (is_done(judged)) done.push_back(judged.get());
  std::erase_if(judged_, [](auto const& judged) { return !judged.valid(); });
  return done;
}

}  // namespace fairslot::audit
