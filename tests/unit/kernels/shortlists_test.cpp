// The shortlists answer as a scan over all members does, whatever is occupied and released.
// Compiled for each instruction set.
#include "kernels/fits/shortlists.hpp"

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/unit/kernels/index_world.hpp"

namespace fairslot {
namespace {

template <int K>
struct Index : Shortlists {
  void lay_out(Arena& arena, ProblemView const& p) { fairslot::lay_out(arena, p, K, *this); }
  void build(ProblemView const& p, RunState const& s, int slot, std::uint64_t const* of) {
    shortlists::new_slot(*this);
    pays = true;
    shortlists::begin<K>(p, s, *this, slot, of);
  }
  void build_again(ProblemView const& p, RunState const& s) { build(p, s, slot, members); }
  void changed(ProblemView const& p, RunState const& s, int m) {
    shortlists::changed<K>(p, s, *this, m);
  }
};

/// Fills and empties the servers; does each answer equal the scan's?
template <int K>
bool follow(std::uint64_t seed, Mode mode, int servers, int queries) {
  World<K, Index<K>> world(seed, mode, servers);
  std::vector<std::vector<std::uint64_t>> sets(world.sets);
  auto const draw_sets = [&] {
    for (auto& set : sets) set = world.draw_permitted();
    sets[0] = world.everybody;
  };
  draw_sets();
  int const others = world.draw(0, servers / 100 + 3);
  for (int i = 0; i < queries; ++i) {
    if (world.draw(0, 149) == 0) {
      draw_sets();
      world.regroup();
    }
    if (world.draw(0, 79) == 0) world.release(world.draw(0, 2) == 0 ? 100 : world.draw(1, 60));
    int const demand = world.draw(0, world.p.classes - 1);
    if (world.reference_slot[demand] == world.slot) {
      int const set = std::max(0, world.draw(-2, world.sets - 1));
      std::int32_t const found =
          shortlists::find<K>(world.p, world.s, world.index, demand, world.sets * demand + set,
                              sets[set] == world.everybody ? world.p.everywhere : sets[set].data());
      if (found != world.scan(demand, world.common(sets[set]))) return false;
      if (found != nowhere) world.occupy(demand, found);
    }
    for (int n = 0; n < others; ++n) {
      int const any = world.draw(0, world.p.classes - 1), m = world.draw(0, servers - 1);
      if (world.fits(any, m)) world.occupy(any, m);
    }
  }
  return true;
}

template <class T>
struct ShortlistsOf : testing::Test {};
template <int K>
using Resources = std::integral_constant<int, K>;
using Each = testing::Types<Resources<2>, Resources<3>, Resources<4>, Resources<8>>;
TYPED_TEST_SUITE(ShortlistsOf, Each);

TYPED_TEST(ShortlistsOf, AnswerAsAScan) {
  rc::check([] {
    auto const mode = static_cast<Mode>(*rc::gen::inRange(0, static_cast<int>(Mode::count)));
    int const servers = *rc::gen::inRange(1, 701);
    RC_ASSERT(follow<TypeParam::value>(*rc::gen::arbitrary<std::uint64_t>(), mode, servers, 400));
  });
}

TYPED_TEST(ShortlistsOf, AnswerAsAScanOfManyServers) {
  for (int mode = 0; mode < static_cast<int>(Mode::count); ++mode)
    EXPECT_TRUE(follow<TypeParam::value>(mode, static_cast<Mode>(mode), 3000, 2000)) << mode;
}

TEST(Shortlists, AreNotWorthItForManyPairsThatAskLittle) {
  Shortlists x{};
  shortlists::new_slot(x);
  EXPECT_TRUE(x.pays);
  x.asked = 1000, x.released = 1000, x.pairs = 100;
  shortlists::new_slot(x);
  EXPECT_TRUE(x.pays);
  x.asked = 5000, x.released = 100000, x.pairs = 5000;
  shortlists::new_slot(x);
  EXPECT_FALSE(x.pays);
  EXPECT_EQ(x.asked, 0);
}

}  // namespace
}  // namespace fairslot
