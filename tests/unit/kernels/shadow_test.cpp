// h = exclusive in closed form equals the shadow cluster that is stepped slot by slot.
#include "kernels/policies/tvtsf/shadow.hpp"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/oracle/cluster.hpp"
#include "tests/worked_examples.hpp"

namespace fairslot {
namespace {

using testing::ElementsAre;

/// h(t) of a user of one demand class with H and duration; slots marked in `counts`.
std::vector<std::int64_t> uniform_row(std::int64_t h, std::int64_t duration,
                                      std::vector<bool> const& counts) {
  std::vector<std::int64_t> row;
  std::int64_t release = 0;
  for (std::size_t t = 1; t <= counts.size(); ++t) {
    std::int64_t sum = 0;
    if (counts[t - 1]) {
      EXPECT_TRUE(tvtsf::advance_uniform(release, h, duration, t, t, sum));
    }
    row.push_back(sum);
  }
  return row;
}

TEST(Uniform, RowsOfT6) {
  EXPECT_THAT(uniform_row(12, 1, {1, 0, 1, 1, 0}), ElementsAre(12, 0, 12, 12, 0));
  EXPECT_THAT(uniform_row(8, 2, {1, 1, 1, 1, 0}), ElementsAre(8, 0, 8, 0, 0));
  EXPECT_THAT(uniform_row(8, 3, {0, 1, 1, 1, 1}), ElementsAre(0, 8, 0, 0, 8));
}

TEST(Uniform, ManySlotsAtOnce) {
  std::int64_t release = 0, sum = 0;
  EXPECT_TRUE(tvtsf::advance_uniform(release, 5, 3, 1, 7, sum));  // slots 1, 4, 7
  EXPECT_EQ(sum, 15);
  EXPECT_TRUE(tvtsf::advance_uniform(release, 5, 3, 9, 9, sum));
  EXPECT_EQ(sum, 15);
  EXPECT_TRUE(tvtsf::advance_uniform(release, 5, 2, 20, 23, sum));  // 20, 22
  EXPECT_EQ(sum, 25);
  EXPECT_FALSE(tvtsf::advance_uniform(release, int64_max, 1, 30, 31, sum));
}

/// One user of three demand classes on servers of two types; a pool of batches that never fills up.
struct Mixed {
  static constexpr int pool = 4096;
  std::vector<std::int32_t> capacity = {7, 9, 12, 4}, count = {2, 1}, demands, left = capacity;
  std::vector<tvtsf::ShadowBatch> batches = std::vector<tvtsf::ShadowBatch>(pool);
  std::vector<std::int32_t> counts = std::vector<std::int32_t>(2 * pool);
  std::int32_t head = -1;
  ProblemView p{};
  tvtsf::State x{};

  explicit Mixed(std::vector<std::int32_t> of) : demands(std::move(of)) {
    p.types = 2;
    p.classes = static_cast<int>(demands.size()) / 2;
    p.demands = demands.data();
    p.type_count = count.data();
    x.shadow_left = left.data();
    x.shadow_head = &head;
    x.shadows = batches.data();
    x.shadow_counts = counts.data();
    x.shadow_free = -1;
  }
  Problem problem() const { return build({2, 0, {{7, 9}, {12, 4}, {7, 9}}, {}}); }
};

RC_GTEST_PROP(Shadow, EqualsTheOracle, ()) {
  auto const amount = rc::gen::inRange<std::int32_t>(0, 5);
  std::vector<std::int32_t> demands;
  for (int c = 0; c < 3; ++c) {
    demands.push_back(*amount);
    demands.push_back(demands.back() == 0 ? 1 : *amount);
  }
  Mixed mixed(demands);
  tvtsf::Shadow<2> const shadow{mixed.p, mixed.x, 0};
  ShadowCluster oracle(mixed.problem());
  std::int64_t slot = 1, sum = 0, expected = 0;
  for (int stretch = 0; stretch < 12; ++stretch) {
    slot += *rc::gen::inRange(0, 4);  // slots that do not count
    int const c = *rc::gen::inRange(0, 3);
    std::int64_t const duration = *rc::gen::inRange(1, 9);
    std::int64_t const last = slot + *rc::gen::inRange(0, 40);
    RC_ASSERT(shadow.advance(c, duration, slot, last, sum));
    std::span<std::int32_t const> const demand(demands.data() + 2 * c, 2);
    for (; slot <= last; ++slot) {
      oracle.release(slot);
      expected += oracle.fill(slot, demand, duration);
    }
    RC_ASSERT(sum == expected);
  }
}

}  // namespace
}  // namespace fairslot
