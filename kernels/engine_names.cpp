#include "kernels/simulation.hpp"
#include "kernels/suggest.hpp"

namespace fairslot {
namespace {

constexpr std::pair<std::string_view, Engine> engines[] = {
    {"auto", Engine::automatic}, {"scan", Engine::scan},   {"certified", Engine::certified},
    {"bits", Engine::bits},      {"ratio", Engine::ratio}, {"kd", Engine::kd},
    {"wide", Engine::wide}};

}  // namespace

std::vector<std::string_view> engine_names() {
  std::vector<std::string_view> names;
  for (auto const& [name, engine] : engines) names.push_back(name);
  return names;
}

std::string_view name_of(Engine wanted) {
  for (auto const& [name, engine] : engines)
    if (engine == wanted) return name;
  return "?";
}

Engine parse_engine(std::string_view text) {
  for (auto const& [name, engine] : engines)
    if (name == text) return engine;
  throw PolicyError("unknown engine '" + std::string(text) + "' " + choices(text, engine_names()));
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
