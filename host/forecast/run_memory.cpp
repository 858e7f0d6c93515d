#include "host/forecast/run_memory.hpp"

#include <algorithm>

namespace fairslot::forecast {
namespace {

constexpr double slots_at_once = 4096, picks_at_once = 65536;  // are in the run's own buffers
constexpr double slot = 64;

}  // namespace

void add_program(Forecast& sum, int threads) {
  constexpr double program = 3e6, thread = 20e3;
  add(sum.memory, program + thread * threads, {{"--threads", static_cast<double>(threads)}});
}

double grown(RunLeaves const& run, bool recorded) {
  constexpr double most_records = 0.75e6;  // half full, on average
  constexpr double entry = 60, task = 40, start_replayed = 64;
  double const slots = run.tables.slots ? std::max(0.0, run.load.slots - slots_at_once) : 0;
  double const picks = run.tables.picks ? std::max(0.0, run.tasks - picks_at_once) : 0;
  double const records = std::min(slots * slot + picks * sizeof(Pick), most_records);
  double const replayed = run.replays ? start_replayed * run.tasks : 0;
  return entry * run.load.entries + task * run.load.running + replayed + (recorded ? records : 0);
}

double untouched(RunLeaves const& run) {
  double const slots = run.tables.slots ? std::max(0.0, slots_at_once - run.load.slots) : 0;
  double const picks = run.tables.picks ? std::max(0.0, picks_at_once - run.tasks) : 0;
  return slots * slot + picks * sizeof(Pick);
}

}  // namespace fairslot::forecast
