// Lexicographic max-min on servers: against its twin, and what must hold of its mechanisms.
#include "host/pool/leveling.hpp"

#include <algorithm>

#include "gtest/gtest.h"
#include "host/pool/servers.hpp"
#include "host/pool/solver.hpp"
#include "rapidcheck/gtest.h"
#include "tests/oracle/pool/leveling.hpp"
#include "tests/pool/random_instance.hpp"
#include "tests/pool/same_numbers.hpp"

namespace fairslot::pool {
namespace {

constexpr double tolerance = 1e-7;
constexpr Drawn few{.most_users = 6, .most_resources = 3};

/// Some are left out, one's unit may be `most`.
Measure random_measure(Instance const& in, double most) {
  Measure measure{.unit = {}, .by_speed = *rc::gen::arbitrary<bool>()};
  for (std::size_t i = 0; i < in.N(); ++i) measure.unit.push_back(*rc::gen::inRange(i ? 0 : 1, 6));
  measure.unit.back() *= *rc::gen::element(1.0, most);
  return measure;
}

RC_GTEST_PROP(Leveling, IsItsTwins, ()) {
  Instance const in = draw_on_servers(few);
  Measure const measure = random_measure(in, 10);
  require_same(even_levels_by_programs(in, measure).level, twins::levels(in, measure), 1e-6);
}

RC_GTEST_PROP(Leveling, OfOnePoolIsFilledProgressively, ()) {
  Instance const in = draw();
  Measure const measure = random_measure(in, 1e4);
  require_same(even_levels_by_programs(in, measure).tasks, even_levels(in, measure).tasks,
               tolerance);
}

RC_GTEST_PROP(Leveling, PlacesTasksWhereTheyMayBe, ()) {
  Instance const in = draw_on_servers();
  Answer const answer = even_levels(in, random_measure(in, 1e4));
  for (std::size_t m = 0; m < in.M(); ++m)
    for (std::size_t r = 0; r < in.K(); ++r) {
      double used = 0;
      for (std::size_t i = 0; i < in.N(); ++i)
        used += answer.placed[i * in.M() + m] * in.demand_of(i)[r];
      RC_ASSERT(used <= in.server(m)[r] * (1 + tolerance));
    }
  for (std::size_t i = 0; i < in.N(); ++i) {
    double tasks = 0;
    for (std::size_t m = 0; m < in.M(); ++m) {
      double const here = answer.placed[i * in.M() + m];
      tasks += here;
      RC_ASSERT(here >= 0.0);
      RC_ASSERT(here == 0 || in.permitted[i].empty() || std::ranges::count(in.permitted[i], m) > 0);
    }
    RC_ASSERT(tasks <= in.tasks[i] * (1 + tolerance));
    require_same({tasks}, {answer.tasks[i]});
  }
}

RC_GTEST_PROP(Leveling, OfOnePoolIsDrf, ()) {
  Instance const in = draw();
  auto const drf = Solver("drf").solve(in).tasks;
  for (char const* const name : {"drfh", "tsf", "cdrf_g", "eunomia"})
    require_same(Solver(name).solve(in).tasks, drf);
}

RC_GTEST_PROP(Drfh, OnOneServerIsDrf, ()) {
  Instance in = draw();
  auto const drf = Solver("drf").solve(in).tasks;
  in.servers = in.capacity;
  in.speed = {1};
  in.permitted.resize(in.N());
  Answer const answer = Solver("drfh").solve(in);
  require_same(answer.tasks, drf);
  require_same(answer.placed, drf);
}

char const* any_mechanism() {
  return *rc::gen::element("drfh", "tsf", "tsf:floor=1", "cdrf_g", "cmmf", "eunomia");
}

/// Users who need what no server has are refused.
bool is_good(Instance const& in) {
  for (std::size_t i = 0; i < in.N(); ++i)
    for (std::size_t r = 0; r < in.K(); ++r)
      if (in.demand_of(i)[r] > 0 && in.capacity[r] == 0) return false;
  return true;
}

template <class T>
std::vector<T> reversed(std::vector<T> all, std::size_t columns) {
  std::vector<T> turned;
  for (std::size_t end = all.size(); end > 0; end -= columns)
    turned.insert(turned.end(), all.begin() + static_cast<std::ptrdiff_t>(end - columns),
                  all.begin() + static_cast<std::ptrdiff_t>(end));
  return turned;
}

RC_GTEST_PROP(OnServers, OrderOfUsersChangesNothing, ()) {
  Instance in = draw_on_servers();
  RC_PRE(is_good(in));
  char const* const name = any_mechanism();
  auto const levels = Solver(name).solve(in).level;
  in.demand = reversed(in.demand, in.K());
  in.weight = reversed(in.weight, in.K());
  in.tasks = reversed(in.tasks, 1);
  in.permitted = reversed(in.permitted, 1);
  require_same(Solver(name).solve(in).level, reversed(levels, 1), tolerance);
}

RC_GTEST_PROP(OnServers, OrderOfResourcesChangesNothing, ()) {
  Instance in = draw_on_servers();
  RC_PRE(is_good(in));
  char const* const name = *rc::gen::element("drfh", "tsf", "tsf:floor=1", "cdrf_g", "eunomia");
  auto const levels = Solver(name).solve(in).level;
  std::ranges::reverse(in.capacity);
  for (auto* const all : {&in.demand, &in.servers})
    for (auto row = all->begin(); row != all->end(); row += std::ssize(in.capacity))
      std::reverse(row, row + std::ssize(in.capacity));
  require_same(Solver(name).solve(in).level, levels, tolerance);
}

/// Of units a thousandth as large; cmmf counts tasks, and they stay.
RC_GTEST_PROP(OnServers, UnitsChangeNothing, ()) {
  Instance in = draw_on_servers();
  RC_PRE(is_good(in));
  char const* const name = any_mechanism();
  auto const levels = Solver(name).solve(in).level;
  auto const r = *rc::gen::inRange<std::size_t>(0, in.K());
  in.capacity[r] *= 1000;
  for (std::size_t m = 0; m < in.M(); ++m) in.servers[m * in.K() + r] *= 1000;
  for (std::size_t i = 0; i < in.N(); ++i) in.demand[i * in.K() + r] *= 1000;
  require_same(Solver(name).solve(in).level, levels, tolerance);
}

RC_GTEST_PROP(OnServers, HalfAUserGetsHalf, ()) {
  Instance in = draw_on_servers({.most_users = 8});
  RC_PRE(is_good(in));
  char const* const name = any_mechanism();
  auto levels = Solver(name).solve(in).level;
  levels.push_back(levels[0]);
  for (std::size_t r = 0; r < in.K(); ++r) {
    in.demand.push_back(in.demand[r]);
    in.weight.push_back(in.weight[r] /= 2);
  }
  in.tasks.push_back(in.tasks[0] /= 2);
  in.permitted.push_back(in.permitted[0]);
  require_same(Solver(name).solve(in).level, levels, tolerance);
}

TEST(Room, OfNumbersThatAreNoBinaryFractions) {
  EXPECT_EQ(room(std::vector{0.3, 5.0}, std::vector{0.1, 0.0}, true), 3);
  EXPECT_EQ(room(std::vector{2.9}, std::vector{1.0}, true), 2);
  EXPECT_EQ(room(std::vector{2.9}, std::vector{1.0}, false), 2.9);
}

TEST(ServerClasses, AreOfWhatTheyHaveAndWhoMayUseThem) {
  Instance in;
  in.capacity = {25};
  in.servers = {5, 5, 5, 5, 5};
  in.speed = {1, 1, 2, 1, 1};
  in.tasks = {1, 1};
  in.permitted = {{}, {0, 2, 3}};
  auto const classes = classes_of(in);
  ASSERT_EQ(classes.size(), 3U);
  EXPECT_EQ(classes[0].servers, (std::vector<std::size_t>{0, 3}));
  EXPECT_EQ(classes[1].servers, (std::vector<std::size_t>{1, 4}));
  EXPECT_EQ(classes[2].servers, (std::vector<std::size_t>{2}));
}

}  // namespace
}  // namespace fairslot::pool
