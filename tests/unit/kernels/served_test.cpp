// Bytes of residuals and demands, see kernels/search/served.hpp.
#include "kernels/search/served.hpp"

#include <algorithm>

#include "gtest/gtest.h"
#include "kernels/list.hpp"
#include "rapidcheck/gtest.h"

namespace fairslot {
namespace {

constexpr int resources = 2;

struct Index {
  int slot = 0;
  std::int32_t least[resources];
  int shift[resources];
  bool exact_rooms;
};

Index look_at(List<std::int32_t> const& demands) {
  List<std::int32_t> const slots(demands.size() / resources);
  ProblemView p{};
  p.classes = static_cast<int>(slots.size());
  p.demands = demands.data();
  p.reference_slot = slots.data();
  Index x;
  served::look_at_classes<resources>(p, x);
  return x;
}

bool has_room(std::int32_t residual, std::int32_t need, int shift) {
  return served::byte_of(residual, shift) >= served::byte_of(need, shift);
}

TEST(Served, BytesAreExactWhereNoDemandHasAPartOfAUnit) {
  EXPECT_TRUE(look_at({255, 1, 7, 9}).exact_rooms);
  EXPECT_TRUE(look_at({8064, 128, 128, 4096}).exact_rooms);  // the shifts are 5
  EXPECT_FALSE(look_at({8064, 128, 129, 4096}).exact_rooms);
  EXPECT_FALSE(look_at({256, 1, 257, 1}).exact_rooms);
  EXPECT_TRUE(look_at({256, 1, 258, 1}).exact_rooms);
}

RC_GTEST_PROP(Served, ExactBytesTellWhereThereIsRoom, ()) {
  int const unit = 1 << *rc::gen::inRange(0, 12), most = *rc::gen::inRange(1, 1000);
  List<std::int32_t> demands;
  for (int i = 0; i < 10; ++i) demands.push_back(unit * *rc::gen::inRange(1, most + 1));
  Index const x = look_at(demands);
  bool exact = true;
  for (std::size_t i = 0; i < demands.size(); ++i)
    exact &= demands[i] % (1 << x.shift[i % resources]) == 0;
  RC_ASSERT(x.exact_rooms == exact);
  RC_CLASSIFY(exact && x.shift[0] > 0);
  for (std::size_t i = 0; i < demands.size(); ++i) {
    int const shift = x.shift[i % resources], need = demands[i];
    for (int const off : {-unit, -1, 0, 1, unit, *rc::gen::inRange(-need, 1'000'000)}) {
      std::int32_t const residual = std::max(0, need + off);
      RC_ASSERT(has_room(residual, need, shift) || residual < need);
      RC_ASSERT(!exact || has_room(residual, need, shift) == (residual >= need));
    }
  }
}

}  // namespace
}  // namespace fairslot
