// The k-d index answers as a scan over all servers does, whatever is occupied and released.
// Compiled for each instruction set.
#include "kernels/search/kd_index.hpp"

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/unit/kernels/index_world.hpp"

namespace fairslot {
namespace {

template <int K>
struct Index : KdIndex {
  static constexpr int resources = K;

  void lay_out(Arena& arena, ProblemView const& p) { fairslot::lay_out(arena, p, K, *this); }
  void build(ProblemView const& p, RunState const& s, int reference, std::uint64_t const*) {
    kd_index::build<K>(p, s, *this, reference);
  }
  void changed(ProblemView const& p, RunState const& s, int m) {
    kd_index::changed<K>(p, s, *this, m);
  }
  std::int32_t find(ProblemView const& p, RunState const& s, int demand, int,
                    std::uint64_t const* allowed) {
    return kd_index::find<K>(p, s, *this, demand, allowed);
  }
};

template <class T>
struct KdIndexOf : testing::Test {};
template <int K>
using Resources = std::integral_constant<int, K>;
using Each = testing::Types<Resources<2>, Resources<3>, Resources<4>, Resources<8>>;
TYPED_TEST_SUITE(KdIndexOf, Each);

TYPED_TEST(KdIndexOf, AnswersAsAScan) {
  rc::check([] {
    auto const mode = static_cast<Mode>(*rc::gen::inRange(0, static_cast<int>(Mode::count)));
    int const servers = *rc::gen::inRange(1, 701);
    RC_ASSERT(answers_as_a_scan<Index<TypeParam::value>>(*rc::gen::arbitrary<std::uint64_t>(), mode,
                                                         servers, 300));
  });
}

TYPED_TEST(KdIndexOf, AnswersAsAScanOfManyServers) {
  for (int mode = 0; mode < static_cast<int>(Mode::count); ++mode)
    EXPECT_TRUE(answers_as_a_scan<Index<TypeParam::value>>(static_cast<std::uint64_t>(mode),
                                                           static_cast<Mode>(mode), 3000, 1000))
        << mode;
}

}  // namespace
}  // namespace fairslot
