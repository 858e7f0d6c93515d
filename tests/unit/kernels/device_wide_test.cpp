// Steps by the whole device say what plain loops say.
#include <algorithm>
#include <numeric>

#include "gtest/gtest.h"
#include "kernels/list.hpp"
#include "kernels/primitives/device_wide.hpp"
#include "rapidcheck/gtest.h"

namespace fairslot {
namespace {

List<std::int64_t> draw_few_values(std::size_t count) {
  return *rc::gen::container<std::vector<std::int64_t>>(count,
                                                        rc::gen::inRange<std::int64_t>(-2, 3));
}

RC_GTEST_PROP(DeviceWide, SortsEachSegmentAndKeepsTheOrderOfEquals, ()) {
  Segments const segments = {*rc::gen::inRange(0, 6), *rc::gen::inRange(1, 200)};
  auto const places = std::size_t(segments.count * segments.length);
  auto keys = draw_few_values(places);
  std::vector<std::int32_t> numbers(places);
  std::iota(numbers.begin(), numbers.end(), 0);

  std::vector<std::int64_t> sorted(places);
  std::vector<std::int32_t> places_sorted(places), expected = numbers;
  DeviceWide().sort(segments, {keys.data(), numbers.data()}, {sorted.data(), places_sorted.data()});

  for (auto first = expected.begin(); first != expected.end(); first += segments.length)
    std::stable_sort(first, first + segments.length,
                     [&](int a, int b) { return keys[a] < keys[b]; });
  RC_ASSERT(places_sorted == expected);
  for (std::size_t i = 0; i < places; ++i) RC_ASSERT(sorted[i] == keys[expected[i]]);
}

RC_GTEST_PROP(DeviceWide, FindsTheFirstLeastByKeyThenTie, (bool has_ties)) {
  int const count = *rc::gen::inRange(1, 500);
  auto const keys = draw_few_values(std::size_t(count)), ties = draw_few_values(keys.size());
  int expected = 0;
  for (int i = 1; i < count; ++i)
    if (keys[i] < keys[expected] ||
        (has_ties && keys[i] == keys[expected] && ties[i] < ties[expected]))
      expected = i;
  std::int32_t found = -1;
  DeviceWide().find_least(keys.data(), has_ties ? ties.data() : nullptr, count, &found);
  RC_ASSERT(found == expected);
}

}  // namespace
}  // namespace fairslot
