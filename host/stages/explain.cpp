#include "host/stages/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "host/error.hpp"
#include "host/number_of.hpp"
#include "host/stages/simulation.hpp"
#include "host/stages/workload.hpp"

namespace fairslot::stages {
namespace {

constexpr std::size_t most_matches = 20;  ///< of a task that are told, of equal ones the first

/// The first piece with less than a stage needs, though it may be squeezed.
std::optional<Misfit> shortage(Future const& future, std::span<Stage const> stages) {
  return misfit_fine(future, stages, {});
}

/// What is told of the tasks asked for.
class Story {
 public:
  Story(Instance const& instance, Question const& question)
      : instance_(instance), question_(question) {}

  bool is_asked(std::int32_t task) const {
    return question_.task >= 0
               ? task == question_.task
               : instance_.tasks[static_cast<std::size_t>(task)].job == question_.job;
  }
  void hear(Tried const& tried) {
    if (!is_asked(tried.task)) return;
    auto& lines = tried_[tried.task];
    ++lines.count;
    std::string const reason = reason_of(tried);
    bool const is_new = tried.match == Match::yes || lines.reasons.insert(reason).second;
    if (is_new && (lines.texts.size() < most_matches || tried.match == Match::yes))
      lines.texts.push_back(fmt::format("  {:.3f} s: {}", tried.time, reason));
  }
  std::string text(Outcome const& outcome) const {
    std::string text;
    for (std::int32_t t = 0; t < instance_.task_count(); ++t)
      if (is_asked(t)) text += text_of(t, outcome.tasks[static_cast<std::size_t>(t)]);
    return text;
  }

 private:
  struct Lines {
    std::int64_t count = 0;
    std::vector<std::string> texts;
    std::set<std::string> reasons;  ///< told, each once
  };

  static std::string how(Tried const& tried) {
    if (tried.by_request) return "by request";
    return fmt::format("{}, {}", policy_names[static_cast<std::size_t>(tried.policy)],
                       tried.predicted ? "as predicted" : "not predicted yet");
  }
  /// What is looked for by a stage, and what there is in a piece.
  std::string text_of(Tried const& tried, Misfit const& misfit) const {
    Piece const& piece = tried.future.pieces[misfit.piece];
    Amounts const& need = tried.stages[misfit.stage].need;
    std::size_t r = most_resources - 1;
    while (r > 0 && need[r] <= piece.free[r]) --r;
    std::string const who = !tried.predicted ? "the request"
                            : tried.policy == Policy::coarse
                                ? "the largest of all stages"
                                : fmt::format("stage {}", misfit.stage);
    return fmt::format("{} needs {:g} {}, of which {:g} are free from {:.3f} s on", who,
                       to_number(need[r]), instance_.resources[r], to_number(piece.free[r]),
                       tried.time + std::max(0.0, piece.from - tried.future.now));
  }
  std::string reason_of(Tried const& tried) const {
    std::string const where = fmt::format("server {} ({}): ", tried.server, how(tried));
    if (tried.match == Match::avoided)
      return where + "has killed such a task for memory, and none has ended there since\n";
    if (tried.match == Match::late) return where + "has room, but a deadline would be missed\n";
    if (tried.match == Match::elsewhere)
      return where + "has room, but its job waits for a worker with its input\n";
    if (tried.match == Match::no_room) return where + text_of(tried, *tried.misfit) + "\n";
    auto const squeezed = shortage(tried.future, tried.stages);
    return where + (squeezed ? "matches, squeezed: " + text_of(tried, *squeezed) : "matches") +
           "\n";
  }

  std::string text_of(std::int32_t t, TaskOutcome const& own) const {
    auto const job = instance_.tasks[static_cast<std::size_t>(t)].job;
    std::string text = fmt::format("task {} of job {}: ", t, job);
    if (own.never && own.start == not_yet)
      text += "never starts: no worker can hold it, or none has had room for long";
    else if (own.never)
      text += fmt::format("ready {:.3f} s, given up", own.ready);
    else
      text += fmt::format(
          "ready {:.3f} s, started {:.3f} s on server {}, ended {:.3f} s, {:.3f} s of work",
          own.ready, own.start, own.server, own.end,
          seconds_of(instance_, instance_.tasks[static_cast<std::size_t>(t)]));
    if (own.killed > 0)
      text += fmt::format(", killed {}", fairslot::number_of(own.killed, "time", "times"));
    auto const at = tried_.find(t);
    if (at == tried_.end()) return text + "\n";
    text += fmt::format("; {} tried\n", fairslot::number_of(at->second.count, "match", "matches"));
    for (std::string const& line : at->second.texts) text += line;
    auto const more = at->second.count - std::ssize(at->second.texts);
    return more > 0 ? text + fmt::format("  ... and {} more\n", more) : text;
  }

  Instance const& instance_;
  Question const& question_;
  std::map<std::int32_t, Lines> tried_;
};

void require(bool good, std::string_view option, std::int64_t value, std::int64_t count) {
  if (!good)
    throw InputError(fmt::format("explain: {}: {} (allowed: 0 .. {})", option, value, count - 1));
}

}  // namespace

std::string explain(ScenarioFile const& file, Question const& question) {
  if (!std::ranges::count(file.scenario.schedulers, question.scheduler))
    throw InputError(fmt::format("explain: no runs under {}",
                                 scheduler_names[static_cast<std::size_t>(question.scheduler)]));
  auto const points = std::ssize(file.points);
  require(question.point >= 0 && question.point < points, "--point", question.point, points);
  Scenario const& scenario = file.points[static_cast<std::size_t>(question.point)].scenario;
  require(question.sample >= 0 && question.sample < scenario.samples, "--sample", question.sample,
          scenario.samples);
  auto const sample = static_cast<std::uint64_t>(question.sample);
  Instance const instance = make_instance(
      scenario, sample, scenario.is_drawn() ? swim_rows(scenario.swim) : std::vector<SwimRow>());
  require(question.job < std::ssize(instance.jobs), "--job", question.job,
          std::ssize(instance.jobs));
  require(question.task < instance.task_count(), "--task", question.task, instance.task_count());
  Story story(instance, question);
  Spectator spectator;
  spectator.match = [&story](Tried const& tried) { story.hear(tried); };
  return story.text(simulate(
      instance, {question.scheduler, settings_of(scenario), background_of(scenario, sample)},
      spectator));
}

}  // namespace fairslot::stages
