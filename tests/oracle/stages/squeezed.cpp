#include "tests/oracle/stages/squeezed.hpp"

namespace fairslot::stages::twin {
namespace {

struct Worker {
  Instance const& in;
  double penalty;
  std::vector<std::uint32_t> stage;
  std::vector<double> left;  ///< of the stage, seconds at full speed
  std::vector<bool> runs;
  Amounts background = {};

  Stage const& stage_of(std::size_t t) const { return in.stages_of(in.tasks[t])[stage[t]]; }

  double speed() const {
    double demand = to_number(background[cpu]);
    for (std::size_t t = 0; t < runs.size(); ++t)
      if (runs[t]) demand += to_number(stage_of(t).need[cpu]);
    double const all = to_number(in.workers.front()[cpu]);
    if (demand <= all) return 1;
    return all / demand / (1 + penalty * (1 - all / demand));
  }
  /// Whether its last stage is over.
  bool work(std::size_t t, double seconds) {
    if ((left[t] -= seconds) > 1e-9) return false;
    if (stage[t] + 1 == in.tasks[t].stages) return true;
    ++stage[t];
    left[t] = stage_of(t).seconds;
    return false;
  }
};

}  // namespace

std::vector<double> squeezed_ends(Instance const& in, std::vector<double> const& starts,
                                  double penalty, double step) {
  std::size_t const count = in.tasks.size();
  std::vector<double> ends(count, -1);
  Worker worker{in, penalty, std::vector<std::uint32_t>(count), std::vector<double>(count),
                std::vector<bool>(count)};
  std::size_t left = count;
  for (std::int64_t k = 0; left > 0; ++k) {
    double const now = static_cast<double>(k) * step;
    for (BackgroundChange const& change : in.background)
      if (change.time <= now) worker.background = change.load;
    for (std::size_t t = 0; t < count; ++t)
      if (!worker.runs[t] && ends[t] < 0 && starts[t] <= now)
        worker.runs[t] = true, worker.left[t] = worker.stage_of(t).seconds;
    double const speed = worker.speed();
    for (std::size_t t = 0; t < count; ++t)
      if (worker.runs[t] && worker.work(t, step * speed))
        worker.runs[t] = false, ends[t] = now + step, --left;
  }
  return ends;
}

}  // namespace fairslot::stages::twin
