/// FAIRSLOT_ASSERT and some of what it states: a build without NDEBUG ends, a release build does
/// not look.
#include <gtest/gtest.h>

#include <array>

#include "kernels/primitives/first_least.hpp"
#include "kernels/servers/calendar.hpp"

namespace fairslot {
namespace {

#if defined(NDEBUG)
constexpr bool looks = false;
#else
constexpr bool looks = true;
#endif

TEST(Assert, LooksOnlyWithoutNdebug) {
  int looked = 0;
  FAIRSLOT_ASSERT(++looked == 1);
  EXPECT_EQ(looked, looks ? 1 : 0);
}

TEST(Assert, ReleaseGoesOn) {
  if (looks) GTEST_SKIP() << "built with assertions";
  FAIRSLOT_ASSERT(1 + 1 == 3);
}

TEST(AssertDeathTest, SaysWhatDoesNotHold) {
  if (!looks) GTEST_SKIP() << "built without assertions";
  EXPECT_DEATH(FAIRSLOT_ASSERT(1 + 1 == 3), "1 \\+ 1 == 3");
}

TEST(AssertDeathTest, NoClassPastTheLast) {
  if (!looks) GTEST_SKIP() << "built without assertions";
  std::array<std::int32_t, 4> const demands{};
  ProblemView p{};
  p.classes = 2;
  p.demands = demands.data();
  EXPECT_EQ(demand_of<2>(p, 1), demands.data() + 2);
  EXPECT_DEATH(demand_of<2>(p, 2), "demand < p.classes");
  EXPECT_DEATH(demand_of<2>(p, -1), "0 <= demand");
}

TEST(AssertDeathTest, NoTaskEndsInThePast) {
  if (!looks) GTEST_SKIP() << "built without assertions";
  RunState s{};
  s.clock.slot = 7;
  EXPECT_DEATH(calendar::schedule(s, 7, {}), "release > s.clock.slot");
  EXPECT_DEATH(calendar::event(s, 0), "chunk_used");
}

TEST(AssertDeathTest, NoKeyOfASeatThatIsNotThere) {
  if (!looks) GTEST_SKIP() << "built without assertions";
  std::array<std::int64_t, 64> keys{}, least{};
  std::array<std::uint64_t, 1> present{};
  FirstLeast first{keys.data(), present.data(), least.data(), 3};
  first.set(2, 5);
  EXPECT_DEATH(first.set(3, 5), "i < size");
  EXPECT_DEATH(first.take_out(1), "has\\(i\\)");
}

}  // namespace
}  // namespace fairslot
