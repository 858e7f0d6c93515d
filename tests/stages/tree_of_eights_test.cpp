// Values of servers in a tree against a plain list of them.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "host/stages/tree_of_eights.hpp"

namespace fairslot::stages {
namespace {

std::size_t plain_next(std::vector<MostRoom> const& all, std::size_t from, Amount cpu,
                       Amount memory) {
  while (from < all.size() && (all[from].cpu < cpu || all[from].memory < memory)) ++from;
  return from;
}

RC_GTEST_PROP(StagesTree, FindsWhatAPlainListFinds, ()) {
  auto const count = *rc::gen::inRange<std::size_t>(1, 600);  // up to three levels
  std::vector<MostRoom> plain(count);
  TreeOfEights<MostRoom> tree(count);
  auto const amount = [] { return *rc::gen::inRange<Amount>(-3, 12); };
  for (int change = 0; change < 200; ++change) {
    auto const at = *rc::gen::inRange<std::size_t>(0, count);
    plain[at] = {amount(), amount()};
    tree.set(at, plain[at]);
    RC_ASSERT(tree.of(at) == plain[at]);
    Amount const cpu = amount(), memory = amount();
    auto const from = *rc::gen::inRange<std::size_t>(0, count + 1);
    auto const may_be = [&](MostRoom const& one) { return one.cpu >= cpu && one.memory >= memory; };
    RC_ASSERT(tree.next(from, may_be) == plain_next(plain, from, cpu, memory));
  }
}

RC_GTEST_PROP(StagesTree, KnowsTheEarliestEnd, ()) {
  auto const count = *rc::gen::inRange<std::size_t>(1, 600);
  std::vector<double> plain(count, for_ever);
  TreeOfEights<End> tree(count);
  for (int change = 0; change < 200; ++change) {
    auto const at = *rc::gen::inRange<std::size_t>(0, count);
    plain[at] = *rc::gen::arbitrary<bool>() ? for_ever : *rc::gen::inRange(0, 1000);
    tree.set(at, {plain[at]});
    RC_ASSERT(tree.all().time == std::ranges::min(plain));
  }
}

}  // namespace
}  // namespace fairslot::stages
