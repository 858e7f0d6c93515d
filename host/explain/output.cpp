#include "host/explain/output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "host/number_of.hpp"

namespace fairslot::explain {
namespace {

using json = nlohmann::ordered_json;

std::string_view words(LeftOutFor reason) {
  switch (reason) {
    case LeftOutFor::no_room:
      return "no room";
    case LeftOutFor::blocked:
      return "blocked";
    case LeftOutFor::queue_frozen:
      return "queue frozen";
    case LeftOutFor::strict:
      return "strict";
    case LeftOutFor::not_permitted:
      return "not permitted";
  }
  return "";
}

/// An infinite key is null.
json number(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

json number(WatchedSum const& sum) {
  if (auto const* whole = std::get_if<std::int64_t>(&sum)) return *whole;
  if (auto const* real = std::get_if<double>(&sum)) return number(*real);
  return nullptr;
}

json to_json(WatchedPick const& pick, Problem const& problem) {
  json keys = json::array(), scores = json::array();
  for (SeenKey const& of : pick.keys) keys.push_back({of.user, number(of.key)});
  for (SeenScore const& of : pick.scores)
    scores.push_back({of.server, pick.has_scores ? number(of.score) : json(nullptr)});
  return {{"user", pick.user},          {"job", problem.job[pick.entry]},
          {"server", pick.server},      {"key", number(pick.keys.front().key)},
          {"keys", std::move(keys)},    {"score", pick.score ? number(*pick.score) : json(nullptr)},
          {"scores", std::move(scores)}};
}

/// Is it told of this user?
bool is_asked(Answer const& answer, std::int32_t user) {
  return !answer.question.user || *answer.question.user == user;
}

std::string text_of(WatchedHead const& head, Problem const& problem) {
  std::string text =
      fmt::format("  user {}, job {}: H {}", head.user, problem.job[head.entry], head.monopoly);
  if (auto const* whole = std::get_if<std::int64_t>(&head.h_sum))
    text += fmt::format(", H_sum {}", *whole);
  if (auto const* real = std::get_if<double>(&head.h_sum)) text += fmt::format(", H_sum {}", *real);
  return text + fmt::format(", weight {}\n", head.weight);
}

std::string where(std::int32_t server) {
  return server < 0 ? "the pool" : fmt::format("server {}", server);
}

std::string text_of(WatchedPick const& pick, Problem const& problem) {
  std::string text =
      fmt::format("  user {}, job {} on {}: key {}", pick.user, problem.job[pick.entry],
                  where(pick.server), pick.keys.front().key);
  std::vector<std::string> others;
  for (std::size_t i = 1; i < pick.keys.size(); ++i)
    others.push_back(fmt::format("user {}: {}", pick.keys[i].user, pick.keys[i].key));
  if (!others.empty()) text += fmt::format(" (then {})", fmt::join(others, ", "));
  if (pick.score) text += fmt::format("; score {}", *pick.score);
  others.clear();
  for (SeenScore const& of : pick.scores)
    if (of.server != pick.server)
      others.push_back(pick.has_scores ? fmt::format("server {}: {}", of.server, of.score)
                                       : fmt::format("server {}", of.server));
  if (!others.empty()) text += fmt::format(" (then {})", fmt::join(others, ", "));
  return text + "\n";
}

/// Who was before the user that is asked for, and by how much.
std::string decision(WatchedPick const& pick, std::int32_t user) {
  auto const own = std::ranges::find(pick.keys, user, &SeenKey::user);
  if (own == pick.keys.end())
    return fmt::format("  then user {} had no room: user {} had taken it\n", user, pick.user);
  return fmt::format("  then user {} had no room: user {} was before it, by {}\n", user, pick.user,
                     own->key - pick.keys.front().key);
}

std::string text_of_user(Answer const& answer, std::int32_t user) {
  bool const waits = std::ranges::count(answer.seen.out, user, &SeenLeftOut::user) > 0;
  bool const decided = std::ranges::count(answer.seen.picks, true, &WatchedPick::decided) > 0;
  bool const has_head = std::ranges::count(answer.seen.heads, user, &WatchedHead::user) > 0;
  if (!has_head && !waits) return fmt::format("user {} has no tasks queued in this slot\n", user);
  if (answer.seen.picks.empty() && !decided && has_head)
    return fmt::format("user {} had no room from the beginning of the slot on\n", user);
  return "";
}

}  // namespace

std::string to_json(Answer const& answer, Problem const& problem) {
  json heads = json::array(), picks = json::array(), out = json::array();
  for (WatchedHead const& head : answer.seen.heads)
    heads.push_back({head.user, problem.job[head.entry], head.monopoly, number(head.h_sum),
                     number(head.weight)});
  for (WatchedPick const& pick : answer.seen.picks) picks.push_back(to_json(pick, problem));
  for (SeenLeftOut const& of : answer.seen.out)
    out.push_back({of.user, problem.job[of.entry], words(of.reason)});
  return json{{"policy", answer.policy},
              {"slot", answer.slot},
              {"heads", std::move(heads)},
              {"picks", std::move(picks)},
              {"out", std::move(out)}}
             .dump() +
         "\n";
}

std::string to_text(Answer const& answer, Problem const& problem) {
  WatchedSlot const& seen = answer.seen;
  std::string text = fmt::format("slot {}, {}", answer.slot, canonical_name(seen.policy));
  text += fmt::format(": {} with a queue\n", number_of(std::ssize(seen.heads), "user", "users"));
  for (WatchedHead const& head : seen.heads)
    if (is_asked(answer, head.user)) text += text_of(head, problem);
  text += "picks, the lowest key first, of the servers the best:\n";
  for (WatchedPick const& pick : seen.picks) {
    text += text_of(pick, problem);
    if (pick.decided) text += decision(pick, *answer.question.user);
  }
  if (seen.picks.empty()) text += "  none\n";
  if (answer.question.user) text += text_of_user(answer, *answer.question.user);
  text += "left out:\n";
  bool none = true;
  for (SeenLeftOut const& of : seen.out) {
    if (!is_asked(answer, of.user)) continue;
    none = false;
    text +=
        fmt::format("  user {}, job {}: {}\n", of.user, problem.job[of.entry], words(of.reason));
  }
  return none ? text + "  none\n" : text;
}

}  // namespace fairslot::explain
