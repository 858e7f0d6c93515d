// dynamic_mmf, dynamic_drf and sdrf.
#include <fmt/format.h>

#include "gtest/gtest.h"
#include "host/pool/rising.hpp"
#include "host/pool/solver.hpp"
#include "rapidcheck/gtest.h"
#include "tests/oracle/pool/twins.hpp"
#include "tests/pool/random_instance.hpp"
#include "tests/pool/same_numbers.hpp"

namespace fairslot::pool {
namespace {

Instance draw_slots(Drawn drawn) {
  drawn.limits = false;
  Instance in = draw(drawn);
  in.slots = *rc::gen::inRange<std::size_t>(1, 6);
  for (std::size_t at = 0; at < in.N() * in.slots; ++at)
    in.slot_demand.push_back(*rc::gen::inRange(0, 9) / 8.0);
  return in;
}

void require_slots(Instance const& in, Answer const& answer, std::vector<twins::Numbers> shares) {
  RC_ASSERT(answer.steps.size() == shares.size());
  twins::Numbers mean(in.N(), 0.0);
  for (std::size_t t = 0; t < shares.size(); ++t) {
    for (std::size_t i = 0; i < in.N(); ++i) {
      shares[t][i] /= dominant_share(in, i);
      mean[i] += shares[t][i] / static_cast<double>(in.slots);
    }
    require_same(answer.steps[t].tasks, shares[t], 1e-7);
  }
  require_same(answer.tasks, mean, 1e-7);
}

RC_GTEST_PROP(Rise, IsItsTwin, ()) {
  Instance const in = draw();
  std::vector<Riser> risers;
  std::vector<twins::Start> starts;
  for (std::size_t i = 0; i < in.N(); ++i) {
    double const held = *rc::gen::inRange(0, 3) / 4.0 / static_cast<double>(in.N());
    Riser const own{*rc::gen::inRange(0, 6) / 4.0, held, held + *rc::gen::inRange(0, 5) / 4.0,
                    in.weight_of(i)};
    risers.push_back(own);
    starts.push_back({own.from, own.held, own.most, own.rate});
  }
  auto const ratios = ratios_of(in);
  require_same(rise(ratios, risers), twins::rise(ratios, starts), 1e-8);
}

RC_GTEST_PROP(DynamicDrf, IsItsTwin, ()) {
  Instance const in = draw_slots({});
  double const alpha = *rc::gen::inRange(0, 5) / 4.0;
  require_slots(in, Solver(fmt::format("dynamic_drf:alpha={}", alpha)).solve(in),
                twins::dynamic_drf(in, alpha));
}

RC_GTEST_PROP(DynamicMmf, IsDynamicDrfOfOneResource, ()) {
  Instance const in = draw_slots({.most_resources = 1});
  require_same(Solver("dynamic_mmf").solve(in).tasks, Solver("dynamic_drf").solve(in).tasks, 0);
}

RC_GTEST_PROP(DynamicDrf, GuaranteesEqualPartsWithAlpha1, ()) {
  Instance const in = draw_slots({});
  double weights = 0;
  for (std::size_t i = 0; i < in.N(); ++i) weights += in.weight_of(i);
  for (Step const& step : Solver("dynamic_drf:alpha=1").solve(in).steps)
    for (std::size_t i = 0; i < in.N(); ++i) {
      double const part = std::min(in.slot_demand_of(i)[step.of], in.weight_of(i) / weights);
      RC_ASSERT(step.tasks[i] * dominant_share(in, i) >= part * (1 - 1e-12));
    }
}

RC_GTEST_PROP(Sdrf, IsItsTwin, ()) {
  Instance const in = draw_slots({.weights = false});
  double const delta = *rc::gen::inRange(0, 5) / 4.0;
  require_slots(in, Solver(fmt::format("sdrf:delta={}", delta)).solve(in), twins::sdrf(in, delta));
}

RC_GTEST_PROP(Sdrf, IsDrfInTheFirstSlot, ()) {
  Instance in = draw_slots({.weights = false});
  auto const first = Solver("sdrf").solve(in).steps.front().tasks;
  for (std::size_t i = 0; i < in.N(); ++i)
    in.tasks[i] = in.slot_demand_of(i)[0] / dominant_share(in, i);
  require_same(first, Solver("drf").solve(in).tasks, 1e-9);
}

}  // namespace
}  // namespace fairslot::pool
