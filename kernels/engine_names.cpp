#include "kernels/shown.hpp"
#include "kernels/simulation.hpp"
#include "kernels/suggest.hpp"

namespace fairslot {
namespace {

constexpr EngineInfo engines[] = {
    {"auto", Engine::automatic, "what suits the servers, the resources and the fit"},
    {"scan", Engine::scan, "all servers for every task"},
    {"certified", Engine::certified,
     "for a task that found no room, only servers released since; else all"},
    {"ranked", Engine::ranked,
     "the answer before for such a task, continued with what has changed since"},
    {"ratio", Engine::ratio, "an index by residual ratio: best fit, two resources (else kd)"},
    {"kd", Engine::kd, "a k-d index: best fit, two resources or more"},
    {"wide", Engine::wide, "lists of candidates made by device-wide kernels, for GPUs"},
    {"team", Engine::team,
     "all servers, or those released since, by a team of threads a run, for GPUs"}};

}  // namespace

std::span<EngineInfo const> engine_infos() { return engines; }

std::vector<std::string_view> engine_names() {
  std::vector<std::string_view> names;
  for (EngineInfo const& info : engines) names.push_back(info.name);
  return names;
}

std::string_view name_of(Engine wanted) {
  for (EngineInfo const& info : engines)
    if (info.engine == wanted) return info.name;
  return "?";
}

Engine parse_engine(std::string_view text) {
  for (EngineInfo const& info : engines)
    if (info.name == text) return info.engine;
  throw PolicyError("unknown engine '" + shown(text) + "' " + choices(text, engine_names()));
}

std::string_view status_message(RunStatus status) {
  switch (status) {
    case RunStatus::complete:
      return "complete";
    case RunStatus::h_sum_overflow:
      return "a user's H_sum passed 2^63-1";
    case RunStatus::queue_sum_overflow:
      return "a job's queue_sum passed 2^63-1";
  }
  return "unknown status";
}

}  // namespace fairslot
