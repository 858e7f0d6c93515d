// h = exclusive in closed form equals the shadow cluster that is stepped slot by slot.
#include "kernels/policies/tvtsf/shadow.hpp"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernels/list.hpp"
#include "rapidcheck/gtest.h"
#include "tests/oracle/cluster.hpp"
#include "tests/worked_examples.hpp"

namespace fairslot {
namespace {

using testing::ElementsAre;

/// h(t) of a user of one demand class with H and duration; slots marked in `counts`.
std::vector<std::int64_t> uniform_row(std::int64_t h, std::int64_t duration,
                                      List<bool> const& counts) {
  std::vector<std::int64_t> row;
  std::int64_t release = 0;
  for (std::int64_t t = 1; t <= std::ssize(counts); ++t)
    row.push_back(counts[t - 1] ? h * tvtsf::advance_uniform(release, duration, t, t) : 0);
  return row;
}

TEST(Uniform, RowsOfT6) {
  EXPECT_THAT(uniform_row(12, 1, {1, 0, 1, 1, 0}), ElementsAre(12, 0, 12, 12, 0));
  EXPECT_THAT(uniform_row(8, 2, {1, 1, 1, 1, 0}), ElementsAre(8, 0, 8, 0, 0));
  EXPECT_THAT(uniform_row(8, 3, {0, 1, 1, 1, 1}), ElementsAre(0, 8, 0, 0, 8));
}

TEST(Uniform, ManySlotsAtOnce) {
  std::int64_t release = 0;
  EXPECT_EQ(tvtsf::advance_uniform(release, 3, 1, 7), 3);  // slots 1, 4, 7
  EXPECT_EQ(tvtsf::advance_uniform(release, 3, 9, 9), 0);
  EXPECT_EQ(tvtsf::advance_uniform(release, 2, 20, 23), 2);  // 20, 22
  EXPECT_EQ(release, 24);
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

/// Stretches of slots with one class and duration each, most of them short.
template <class Advance, class Start>
void expect_same(Advance const& advance, Start const& start,
                 std::vector<std::int32_t> const& demands, ShadowCluster& oracle) {
  std::int64_t slot = 1;
  for (int stretch = 0; stretch < 12; ++stretch) {
    slot += *rc::gen::inRange(0, 4);  // slots that do not count
    int const c = *rc::gen::inRange(0, 3);
    std::int64_t const duration = *rc::gen::inRange(1, 9);
    std::int64_t const last = slot + *rc::gen::element(0, 1, 5, 40, 3000);
    std::span<std::int32_t const> const demand(demands.data() + 2 * c, 2);
    std::int64_t const first = slot;
    for (; slot <= last; ++slot) {
      oracle.release(slot);
      start(oracle.fill(slot, demand, duration));
    }
    advance(c, duration, first, last);
  }
}

std::vector<std::int32_t> three_demands() {
  auto const amount = rc::gen::inRange<std::int32_t>(0, 5);
  std::vector<std::int32_t> demands;
  for (int c = 0; c < 3; ++c) {
    demands.push_back(*amount);
    demands.push_back(demands.back() == 0 ? 1 : *amount);
  }
  return demands;
}

RC_GTEST_PROP(Shadow, EqualsTheOracle, ()) {
  std::vector<std::int32_t> const demands = three_demands();
  Mixed mixed(demands);
  tvtsf::Shadow<2> const shadow{mixed.p, mixed.x, 0};
  ShadowCluster oracle(mixed.problem());
  std::int64_t sum = 0, expected = 0;
  auto const advance = [&](int c, std::int64_t duration, std::int64_t from, std::int64_t to) {
    RC_ASSERT(shadow.advance(c, duration, from, to, tvtsf::SumOfTasks{sum}));
    RC_ASSERT(sum == expected);
  };
  expect_same(
      advance, [&](std::int64_t h) { expected += h; }, demands, oracle);
}

/// A sum of doubles, to the last bit, whatever the weights of the stretches.
RC_GTEST_PROP(Shadow, WeighedEqualsTheOracle, ()) {
  std::vector<std::int32_t> const demands = three_demands();
  Mixed mixed(demands);
  tvtsf::Shadow<2> const shadow{mixed.p, mixed.x, 0};
  ShadowCluster oracle(mixed.problem());
  double sum = 0, expected = 0;
  double weight = 1.0 / 3;
  auto const advance = [&](int c, std::int64_t duration, std::int64_t from, std::int64_t to) {
    RC_ASSERT(shadow.advance(c, duration, from, to, tvtsf::WeighedSum{sum, weight}));
    RC_ASSERT(sum == expected);
    weight = *rc::gen::element(0.1, 1.0 / 3, 0.75, 1e-9, 12345.678);
  };
  expect_same(
      advance, [&](std::int64_t h) { expected += weight * static_cast<double>(h); }, demands,
      oracle);
}

}  // namespace
}  // namespace fairslot
