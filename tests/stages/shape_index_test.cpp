// Shapes that wait, found through the tree, against a loop over all of them.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "host/stages/shape_index.hpp"

namespace fairslot::stages {
namespace {

Amount any_amount(Amount least) { return *rc::gen::inRange<Amount>(least, 12); }

RC_GTEST_PROP(ShapeIndex, FindsWhatALoopFinds, ()) {
  std::vector<Amounts> needs(*rc::gen::inRange<std::size_t>(0, 40));
  for (Amounts& need : needs) need = {any_amount(0), any_amount(0)};
  ShapeIndex index(needs);
  std::vector<bool> waits(needs.size());
  for (int change = 0; change < 60; ++change) {
    if (!needs.empty()) {
      auto const shape = *rc::gen::inRange<std::size_t>(0, needs.size());
      waits[shape] = !waits[shape];
      index.set_waiting(shape, waits[shape]);
    }
    Amount const room_cpu = any_amount(-2), room_memory = any_amount(-2);
    std::vector<std::size_t> found, expected;
    index.within(room_cpu, room_memory, [&](std::size_t shape) { found.push_back(shape); });
    Amount least_cpu = std::numeric_limits<Amount>::max(), least_memory = least_cpu;
    for (std::size_t shape = 0; shape < needs.size(); ++shape) {
      if (!waits[shape]) continue;
      least_cpu = std::min(least_cpu, needs[shape][cpu]);
      least_memory = std::min(least_memory, needs[shape][memory]);
      if (needs[shape][cpu] <= room_cpu && needs[shape][memory] <= room_memory)
        expected.push_back(shape);
    }
    RC_ASSERT(std::ranges::is_sorted(found, {}, [&](std::size_t s) { return needs[s][cpu]; }));
    std::ranges::sort(found);
    RC_ASSERT(found == expected);
    RC_ASSERT(index.least_cpu() == least_cpu);
    RC_ASSERT(index.least_memory() == least_memory);
  }
}

}  // namespace
}  // namespace fairslot::stages
