#include "host/pool/mechanisms/ddrf.hpp"

#include "host/pool/arrivals.hpp"
#include "host/pool/fit.hpp"

namespace fairslot::pool::mechanisms {
namespace {

/// [users] x of the first so many.
std::vector<double> tasks_of(Instance const& in, std::vector<double> const& levels,
                             std::size_t users) {
  std::vector<double> tasks(users);
  for (std::size_t i = 0; i < users; ++i)
    tasks[i] = levels[i] * in.contribution[i] / dominant_share(in, i);
  return tasks;
}

Step step_of(Instance const& in, Step::Kind kind, std::size_t user, std::size_t arrived,
             double lowest, Arrivals const& there) {
  Step step{kind, user, lowest, tasks_of(in, there.levels(), arrived), {}, {}};
  step.used.assign(in.K(), 0.0);
  for (std::size_t i = 0; i < arrived; ++i)
    for (std::size_t r = 0; r < in.K(); ++r) step.used[r] += step.tasks[i] * in.demand_of(i)[r];
  for (std::size_t r = 0; r < in.K(); ++r) {
    double const brought = there.brought() * in.capacity[r], left = brought - step.used[r];
    step.slack.push_back(left > saturation * brought ? left : 0.0);
  }
  return step;
}

/// [k] who leave after so many arrivals, by index.
std::vector<std::vector<std::size_t>> leavers(Instance const& in) {
  std::vector<std::vector<std::size_t>> after(in.N() + 1);
  for (std::size_t i = 0; i < in.N(); ++i) after[in.leave_after[i]].push_back(i);
  after[0].clear();  // stands for never
  return after;
}

}  // namespace

Answer Ddrf::solve(Instance const& in, Steps steps) const {
  require_no_limits(name, in);
  require_equal_weights(name, in);
  auto const leave_after = leavers(in);
  Arrivals there(in);
  std::vector<Step> done;
  double lowest = 0;
  auto const log = [&](Step::Kind kind, std::size_t user, std::size_t arrived) {
    if (steps == Steps::all) done.push_back(step_of(in, kind, user, arrived, lowest, there));
  };
  for (std::size_t k = 0; k < in.N(); ++k) {
    lowest = there.arrive(k);
    log(Step::Kind::arrival, k, k + 1);
    for (std::size_t const gone : leave_after[k + 1]) {
      lowest = there.leave(gone);
      log(Step::Kind::departure, gone, k + 1);
    }
  }
  auto levels = there.levels();
  Answer answer = answer_of_tasks(in, tasks_of(in, levels, in.N()));
  answer.level = std::move(levels);
  answer.common_level = lowest;
  answer.steps = std::move(done);
  return answer;
}

}  // namespace fairslot::pool::mechanisms
