// The k-d index answers as a scan over all servers does, whatever is occupied and released.
// Compiled for each instruction set.
#include "kernels/fits/kd_index.hpp"

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/unit/kernels/index_world.hpp"

namespace fairslot {
namespace {

template <int K>
struct Index : KdIndex {
  void lay_out(Arena& arena, ProblemView const& p) { fairslot::lay_out(arena, p, K, *this); }
  void build(ProblemView const& p, RunState const& s, int slot, std::uint64_t const* of) {
    kd_index::build<K>(p, s, *this, slot, of);
  }
  void build_again(ProblemView const& p, RunState const& s) {
    kd_index::build_again<K>(p, s, *this);
  }
  void changed(ProblemView const& p, RunState const& s, int m) {
    kd_index::changed<K>(p, s, *this, m);
  }
};

/// Fills and empties the servers; does each answer equal the scan's?
template <int K>
bool follow(std::uint64_t seed, Mode mode, int servers, int queries) {
  World<K, Index<K>> world(seed, mode, servers);
  auto allowed = world.draw_permitted();
  int const others = world.draw(0, servers / 100 + 3);
  for (int i = 0; i < queries; ++i) {
    if (world.draw(0, 19) == 0) allowed = world.draw_permitted();
    if (world.draw(0, 99) == 0) world.regroup();
    if (world.draw(0, 79) == 0) world.release(world.draw(0, 2) == 0 ? 100 : world.draw(1, 60));
    int const demand = world.draw(0, world.p.classes - 1);
    if (world.reference_slot[demand] == world.slot) {
      auto const asked = world.common(allowed);
      bool const all = asked == world.everybody;
      std::int32_t const found = kd_index::find<K>(world.p, world.s, world.index, demand,
                                                   all ? world.p.everywhere : asked.data());
      if (found != world.scan(demand, asked)) return false;
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
struct KdIndexOf : testing::Test {};
template <int K>
using Resources = std::integral_constant<int, K>;
using Each = testing::Types<Resources<1>, Resources<2>, Resources<3>, Resources<4>, Resources<8>>;
TYPED_TEST_SUITE(KdIndexOf, Each);

TYPED_TEST(KdIndexOf, AnswersAsAScan) {
  rc::check([] {
    auto const mode = static_cast<Mode>(*rc::gen::inRange(0, static_cast<int>(Mode::count)));
    int const servers = *rc::gen::inRange(1, 701);
    RC_ASSERT(follow<TypeParam::value>(*rc::gen::arbitrary<std::uint64_t>(), mode, servers, 300));
  });
}

TYPED_TEST(KdIndexOf, AnswersAsAScanOfManyServers) {
  for (int mode = 0; mode < static_cast<int>(Mode::count); ++mode)
    EXPECT_TRUE(follow<TypeParam::value>(mode, static_cast<Mode>(mode), 3000, 1000)) << mode;
}

}  // namespace
}  // namespace fairslot
