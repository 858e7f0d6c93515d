// Screens of placements: whoever could be the best passes, and nearly nobody else does.
#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

#include "kernels/fits/fits.hpp"

namespace fairslot {
namespace {

/// A task of one demand class, and servers with room for it.
template <int K>
struct World {
  static constexpr int servers = 512;
  std::mt19937 random;
  std::vector<std::int32_t> demand, left = std::vector<std::int32_t>(std::size_t(K * servers));
  std::vector<double> target = std::vector<double>(std::size_t(K), 1.0);
  std::vector<std::int32_t> reference{0};
  ProblemView p{};

  /// `step`: residuals are multiples of it, so that many scores are equal.
  World(unsigned seed, std::int32_t most, std::int32_t step) : random(seed) {
    for (int r = 0; r < K; ++r) {
      demand.push_back(step * number(r == 0 ? 1 : 0, most / step / 2));
      std::int64_t total = 0;
      for (int m = 0; m < servers; ++m)
        total += left[std::size_t(r * servers + m)] = demand.back() + step * number(0, most / step);
      p.totals[r] = total;
    }
    p.classes = 1;
    p.demands = demand.data();
    p.target = target.data();
    p.reference = reference.data();
  }
  std::int32_t number(std::int32_t least, std::int32_t greatest) {
    return std::uniform_int_distribution<std::int32_t>(least, greatest)(random);
  }
};

/// Of all servers in order, as the scan does it: who is less than the least so far passes. Returns
/// how many eights hold somebody that passes.
template <class F, int K>
int screened(World<K> const& world) {
  Task<K> const task(world.p, 0);
  Residuals const at{world.left.data(), nullptr, World<K>::servers};
  typename F::template Screen<K> screen(task);
  double least = __builtin_inf();
  int passing = 0;
  for (int first = 0; first < World<K>::servers; first += 8) {
    std::uint32_t const may = screen.may(EightServers{at, first});
    passing += may != 0;
    double best = least;
    for (int i = 0; i < 8; ++i) {
      double const score = F::template score<K>(task, Server{at, first + i});
      EXPECT_TRUE(score >= least || (may >> i & 1)) << F::info.name << " of " << first + i;
      best = std::min(best, score);
    }
    if (best < least) screen.beat(least = best);
  }
  return passing;
}

template <class F>
class Screens : public testing::Test {};
using WithScreens = testing::Types<fits::Worst, fits::Tightest, fits::Dot, fits::Cosine>;
TYPED_TEST_SUITE(Screens, WithScreens);

TYPED_TEST(Screens, LetPassWhoIsBetterAndFewOthers) {
  int passing = 0, runs = 0;
  for (unsigned seed = 0; seed < 100; ++seed)
    for (auto const& [most, step] :
         {std::pair{1 << 20, 1}, {1 << 29, 1}, {64, 8}, {1 << 29, 1 << 26}}) {
      screened<TypeParam>(World<1>(seed, most, step));  // all cosines are 1: all may pass
      passing += screened<TypeParam>(World<2>(seed, most, step));
      passing += screened<TypeParam>(World<5>(seed, most, step));
      runs += 2;
    }
  EXPECT_LT(passing, 24 * runs) << "of 64 eights each";
}

}  // namespace
}  // namespace fairslot
