#include "host/stages/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "host/error.hpp"
#include "host/stages/explain_output.hpp"
#include "host/stages/simulation.hpp"
#include "host/stages/workload.hpp"

namespace fairslot::stages {
namespace {

/// The first piece with less than a stage needs, though it may be squeezed.
std::optional<Misfit> shortage_of(Tried const& tried) {
  if (tried.match == Match::no_room) return tried.misfit;
  return tried.match == Match::yes ? misfit_fine(tried.future, tried.stages, {}) : std::nullopt;
}

/// Keeps what is told of the tasks asked for.
class Story {
 public:
  Story(Instance const& instance, Question const& question)
      : instance_(instance), question_(question) {}

  void hear(Tried const& tried) {
    if (!is_asked(tried.task)) return;
    Heard& heard = heard_[tried.task];
    ++heard.tried;
    ToldMatch const told = told_of(tried);
    bool const starts = tried.match == Match::yes;
    if (!starts && !heard.reasons.insert(reason_of(told)).second) return;
    if (starts || std::ssize(heard.matches) < question_.top) heard.matches.push_back(told);
  }
  std::vector<ToldTask> tasks(Outcome const& outcome) const {
    std::vector<ToldTask> all;
    for (std::int32_t t = 0; t < instance_.task_count(); ++t) {
      if (!is_asked(t)) continue;
      Task const& task = instance_.tasks[static_cast<std::size_t>(t)];
      ToldTask& own = all.emplace_back();
      own.task = t, own.job = task.job, own.service = instance_.kind_of(t).service;
      own.outcome = outcome.tasks[static_cast<std::size_t>(t)];
      own.work = seconds_of(instance_, task);
      if (auto const at = heard_.find(t); at != heard_.end())
        own.tried = at->second.tried, own.matches = at->second.matches;
    }
    return all;
  }

 private:
  struct Heard {
    std::int64_t tried = 0;
    std::vector<ToldMatch> matches;
    std::set<std::string> reasons;  ///< told, each once
  };

  bool is_asked(std::int32_t task) const {
    return question_.task >= 0
               ? task == question_.task
               : instance_.tasks[static_cast<std::size_t>(task)].job == question_.job;
  }
  ToldMatch told_of(Tried const& tried) const {
    ToldMatch told{
        tried.time, tried.server, tried.by_request, tried.policy, tried.predicted, tried.match, {}};
    auto const misfit = shortage_of(tried);
    if (!misfit) return told;
    Piece const& piece = tried.future.pieces[misfit->piece];
    Amounts const& need = tried.stages[misfit->stage].need;
    std::size_t r = most_resources - 1;
    while (r > 0 && need[r] <= piece.free[r]) --r;
    bool const is_stage = tried.predicted && tried.policy != Policy::coarse;
    told.shortage = {is_stage ? std::optional(misfit->stage) : std::nullopt, instance_.resources[r],
                     to_number(need[r]), to_number(piece.free[r]),
                     tried.time + std::max(0.0, piece.from - tried.future.now)};
    return told;
  }

  Instance const& instance_;
  Question const& question_;
  std::map<std::int32_t, Heard> heard_;
};

void require(bool good, std::string_view option, std::int64_t value, std::int64_t count) {
  if (!good)
    throw InputError(fmt::format("explain: {}: {} (allowed: 0 .. {})", option, value, count - 1));
}

}  // namespace

Explained explain(ScenarioFile const& file, Question const& question) {
  if (!std::ranges::count(file.scenario.schedulers, question.scheduler))
    throw InputError(fmt::format("explain: no runs under {}",
                                 scheduler_names[static_cast<std::size_t>(question.scheduler)]));
  auto const points = std::ssize(file.points);
  require(question.point >= 0 && question.point < points, "--point", question.point, points);
  Scenario const& scenario = file.points[static_cast<std::size_t>(question.point)].scenario;
  require(question.sample >= 0 && question.sample < scenario.samples, "--sample", question.sample,
          scenario.samples);
  auto const sample = static_cast<std::uint64_t>(question.sample);
  Instance const instance =
      make_instance(scenario, sample,
                    scenario.is_drawn() ? swim_rows(scenario.swim.path()) : std::vector<SwimRow>());
  require(question.job < std::ssize(instance.jobs), "--job", question.job,
          std::ssize(instance.jobs));
  require(question.task < instance.task_count(), "--task", question.task, instance.task_count());
  Story story(instance, question);
  Spectator spectator;
  spectator.match = [&story](Tried const& tried) { story.hear(tried); };
  Terms const terms{question.scheduler, settings_of(scenario), background_of(scenario, sample),
                    scenario.by_worker};
  // A scheduler with a listener asks for matches that it would remember: what a file holds is a run
  // without one.
  Outcome const outcome = simulate(instance, terms);
  Metrics const metrics = measured(instance, outcome, terms.settings, scenario.small_seconds);
  auto rows = rows_of(question.point, question.sample, instance, outcome, metrics);
  return {question, story.tasks(simulate(instance, terms, spectator)),
          tables_again(scenario, std::move(rows))};
}

}  // namespace fairslot::stages
