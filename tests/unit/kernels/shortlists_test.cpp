// The shortlists answer as a scan over all members does, whatever is occupied and released.
// Compiled for each instruction set.
#include "kernels/search/shortlists.hpp"

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/unit/kernels/index_world.hpp"

namespace fairslot {
namespace {

template <int K>
struct Index : Shortlists {
  static constexpr int resources = K;

  void lay_out(Arena& arena, ProblemView const& p) { fairslot::lay_out(arena, p, K, *this); }
  void build(ProblemView const& p, RunState const& s, int reference, std::uint64_t const* of) {
    shortlists::look_at_classes<K>(p, *this, reference);
    shortlists::new_slot(*this);
    pays = true;
    shortlists::begin<K>(p, s, *this, of);
  }
  void build_again(ProblemView const& p, RunState const& s) { build(p, s, slot, members); }
  void changed(ProblemView const& p, RunState const& s, int m) {
    shortlists::changed<K>(p, s, *this, m);
  }
  std::int32_t find(ProblemView const& p, RunState const& s, int demand, int set,
                    std::uint64_t const* allowed) {
    int const pair = demand * World<K, Index>::sets + set;
    return shortlists::find<K>(p, s, *this, demand, pair, allowed).server;
  }
};

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
    RC_ASSERT(answers_as_a_scan<Index<TypeParam::value>>(*rc::gen::arbitrary<std::uint64_t>(), mode,
                                                         servers, 400));
  });
}

TYPED_TEST(ShortlistsOf, AnswerAsAScanOfManyServers) {
  for (int mode = 0; mode < static_cast<int>(Mode::count); ++mode)
    EXPECT_TRUE(answers_as_a_scan<Index<TypeParam::value>>(static_cast<std::uint64_t>(mode),
                                                           static_cast<Mode>(mode), 3000, 2000))
        << mode;
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
