#include "host/stages/explain_output.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/number_of.hpp"

namespace fairslot::stages {
namespace {

using json = nlohmann::ordered_json;

std::string_view name_of(Policy policy) { return policy_names[static_cast<std::size_t>(policy)]; }

/// Who needs it, where no stage is told.
std::string_view whole_of(ToldMatch const& match) {
  return match.predicted ? "largest" : "request";
}

std::string text_of(ToldMatch const& match, Shortage const& own) {
  std::string const who = own.stage         ? fmt::format("stage {}", *own.stage)
                          : match.predicted ? "the largest of all stages"
                                            : "the request";
  return fmt::format("{} needs {:g} {}, of which {:g} are free from {:.3f} s on", who, own.needs,
                     own.resource, own.free, own.from);
}

std::string text_of(TaskOutcome const& own, bool service, double work) {
  if (own.never && own.start == not_yet)
    return "never starts: no worker can hold it, or none has had room for long";
  if (own.never) return fmt::format("ready {:.3f} s, given up", own.ready);
  if (own.ready == not_yet) return "not ready before the run ended";
  std::string const ready = fmt::format("ready {:.3f} s, ", own.ready);
  if (own.start == not_yet) return ready + "has not started";
  std::string const started =
      ready + fmt::format("started {:.3f} s on server {}, ", own.start, own.server);
  if (service) return started + "a service that runs for ever";
  if (own.end == not_yet) return started + fmt::format("has not ended, {:.3f} s of work", work);
  return started + fmt::format("ended {:.3f} s, {:.3f} s of work", own.end, work);
}

std::string text_of(ToldTask const& task) {
  TaskOutcome const& own = task.outcome;
  std::string text = fmt::format("task {} of job {}: {}", task.task, task.job,
                                 text_of(own, task.service, task.work));
  if (own.killed > 0)
    text += fmt::format(", killed {}", fairslot::number_of(own.killed, "time", "times"));
  if (task.tried == 0) return text + "\n";
  text += fmt::format("; {} tried\n", fairslot::number_of(task.tried, "match", "matches"));
  for (ToldMatch const& match : task.matches)
    text += fmt::format("  {:.3f} s: {}\n", match.time, reason_of(match));
  auto const more = task.tried - std::ssize(task.matches);
  return more > 0 ? text + fmt::format("  ... and {} more\n", more) : text;
}

std::string_view answer_of(ToldMatch const& match) {
  switch (match.match) {
    case Match::yes:
      return match.shortage ? "squeezed" : "matches";
    case Match::no_room:
      return "no room";
    case Match::elsewhere:
      return "elsewhere";
    case Match::late:
      return "late";
    case Match::avoided:
      return "avoided";
  }
  return "";
}

json time_or_null(double time) { return time == not_yet ? json(nullptr) : json(time); }

json to_json(ToldMatch const& match) {
  json shortage = nullptr;
  if (auto const& own = match.shortage)
    shortage = {{"of", own->stage ? json(*own->stage) : json(whole_of(match))},
                {"resource", own->resource},
                {"needs", own->needs},
                {"free", own->free},
                {"from", own->from}};
  return {{"time", match.time},
          {"server", match.server},
          {"policy", match.by_request ? json(nullptr) : json(name_of(match.policy))},
          {"predicted", match.predicted},
          {"answer", answer_of(match)},
          {"shortage", std::move(shortage)}};
}

json to_json(ToldTask const& task) {
  TaskOutcome const& own = task.outcome;
  json matches = json::array();
  for (ToldMatch const& match : task.matches) matches.push_back(to_json(match));
  return {{"task", task.task},
          {"job", task.job},
          {"service", task.service},
          {"never", own.never},
          {"ready", time_or_null(own.ready)},
          {"start", time_or_null(own.start)},
          {"server", own.server < 0 ? json(nullptr) : json(own.server)},
          {"end", time_or_null(own.end)},
          {"work", task.work == for_ever ? json(nullptr) : json(task.work)},
          {"killed", own.killed},
          {"tried", task.tried},
          {"matches", std::move(matches)}};
}

}  // namespace

std::string reason_of(ToldMatch const& match) {
  std::string const how = match.by_request
                              ? "by request"
                              : fmt::format("{}, {}", name_of(match.policy),
                                            match.predicted ? "as predicted" : "not predicted yet");
  std::string const where = fmt::format("server {} ({}): ", match.server, how);
  switch (match.match) {
    case Match::avoided:
      return where + "has killed such a task for memory, and none has ended there since";
    case Match::late:
      return where + "has room, but a deadline would be missed";
    case Match::elsewhere:
      return where + "has room, but its job waits for a worker with its input";
    case Match::no_room:
      return where + text_of(match, *match.shortage);
    case Match::yes:
      break;
  }
  return where +
         (match.shortage ? "matches, squeezed: " + text_of(match, *match.shortage) : "matches");
}

std::string to_text(Explained const& explained) {
  std::string text;
  for (ToldTask const& task : explained.tasks) text += text_of(task);
  return text;
}

std::string to_json(Explained const& explained) {
  Question const& question = explained.question;
  json tasks = json::array();
  for (ToldTask const& task : explained.tasks) tasks.push_back(to_json(task));
  return json{{"scheduler", scheduler_names[static_cast<std::size_t>(question.scheduler)]},
              {"point", question.point},
              {"sample", question.sample},
              {"tasks", std::move(tasks)}}
             .dump() +
         "\n";
}

}  // namespace fairslot::stages
