// What a profiler sees: names of three parts, and regions that open and close around each slot.
#include <regex>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/difference.hpp"
#include "tests/every_policy.hpp"
#include "tests/random_problem.hpp"
#include "tests/tools/tool_log.hpp"

namespace fairslot {
namespace {

constexpr Recording everything{.slots = true, .picks = true};
constexpr Recording nothing{.slots = false, .picks = false};

DraftJob job(std::int64_t submit, std::int64_t tasks, std::int64_t duration,
             std::vector<std::int32_t> demand) {
  return {submit, tasks, duration, std::move(demand), std::nullopt, std::nullopt};
}

/// Users of several demand classes, more running tasks than the first events, nobody blocked.
Problem busy_problem() {
  Draft draft{.resources = 2, .horizon = 0, .servers = {}, .users = {{}, {}, {}}};
  for (int m = 0; m < 40; ++m) draft.servers.push_back({160 + m, 300});
  for (int u = 0; u < 3; ++u) {
    draft.users[u].jobs.push_back(job(1 + u, 9000, 3 + u, {1, 1 + u % 2}));
    draft.users[u].jobs.push_back(job(40 + 9 * u, 500, 2, {2, 3}));
  }
  return build(draft);
}

bool of_three_parts(std::string const& name) {
  static std::regex const pattern("^fairslot::[a-z_]+::[a-z_]+$");
  return std::regex_match(name, pattern);
}

/// Kokkos names what it does on its own account.
bool well_named(std::string const& name) {
  return of_three_parts(name) || name.starts_with("Kokkos::");
}

void expect_well_named(std::set<std::string> const& names) {
  for (std::string const& name : names) EXPECT_TRUE(well_named(name)) << "'" << name << "'";
}

TEST(Tools, NamesOfThreeParts) {
  ToolLog log;
  Problem const busy = busy_problem();
  for (Policy const& policy : every_policy())
    for (std::size_t engine = 0; engine < engine_names().size(); ++engine) {
      simulate(busy, policy, everything, static_cast<Engine>(engine));
      simulate(build(random_draft(engine)), policy, nothing, static_cast<Engine>(engine));
    }
  expect_well_named(log.kernels);
  expect_well_named(log.arrays);
  for (auto const& [path, times] : log.regions)
    EXPECT_TRUE(of_three_parts(path.substr(path.rfind(' ') + 1))) << path;

  EXPECT_THAT(log.kernels, testing::Contains("fairslot::ensemble::advance"));
  for (char const* array :
       {"fairslot::prepare::problem", "fairslot::ensemble::members", "fairslot::ensemble::run",
        "fairslot::ensemble::events", "fairslot::ensemble::rows", "fairslot::ensemble::picks",
        "fairslot::ensemble::queueing", "fairslot::ensemble::policy"})
    EXPECT_THAT(log.arrays, testing::Contains(array));
  for (char const* region : {"fairslot::ensemble::add > fairslot::prepare::tables",
                             "fairslot::ensemble::launch", "fairslot::ensemble::serve"})
    EXPECT_GT(log.regions[region], 0) << region;
}

TEST(Tools, RegionsOfEachSlot) {
  Problem const problem = busy_problem();
  for (char const* name : {"tvtsf", "tsf", "cdrf:memory=slot", "drf"}) {
    SCOPED_TRACE(name);
    ToolLog log;
    RunResult const result = simulate(problem, parse_policy(name), everything);
    EXPECT_THAT(log.open, testing::IsEmpty());
    EXPECT_EQ(log.left_too_often, 0);

    // Nobody is blocked, so something happens in every slot that is looked at, and it has a row.
    auto const slots = static_cast<int>(result.slot_rows.size());
    for (char const* phase : {"release", "arrive", "entitle", "tally"})
      EXPECT_EQ(log.entered(std::string("fairslot::slot::") + phase), slots) << phase;
    // A fill may be interrupted; the slot's region is entered again when it goes on.
    int const steps = log.entered("fairslot::slot::step");
    EXPECT_GT(steps, slots);
    EXPECT_EQ(log.entered("fairslot::slot::fill"), steps);

    for (char const* phase : {"release", "arrive", "entitle", "fill", "tally"})
      EXPECT_EQ(log.regions[std::string("fairslot::slot::step > fairslot::slot::") + phase],
                log.entered(std::string("fairslot::slot::") + phase));
    EXPECT_EQ(log.regions["fairslot::ensemble::launch > fairslot::slot::step"], steps);
  }
}

TEST(Tools, RegionsStayBalancedWhereRunsEndEarly) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Problem const problem = build(random_draft(seed));
    ToolLog log;
    for (char const* name : {"tvtsf:denominators=since_start", "fifo", "drf:strict=1"})
      simulate(problem, parse_policy(name), everything);
    EXPECT_THAT(log.open, testing::IsEmpty());
    EXPECT_EQ(log.left_too_often, 0);
    EXPECT_EQ(log.entered("fairslot::slot::release"), log.entered("fairslot::slot::arrive"));
  }
}

TEST(Tools, RunsSideBySideShowNoSlots) {
  auto const problem = std::make_shared<Problem const>(busy_problem());
  ToolLog log;
  Simulator simulator({.engine = Engine::automatic, .resident = 2});
  simulator.add(1, problem, parse_policy("tsf"));
  simulator.add(2, problem, parse_policy("tsf"));
  simulator.advance();
  EXPECT_GT(log.entered("fairslot::ensemble::launch"), 0);
  EXPECT_EQ(log.entered("fairslot::slot::step"), 0);
}

TEST(Tools, ChangeNoResult) {
  Problem const problem = busy_problem();
  Policy const policy = parse_policy("tvtsf");
  RunResult const alone = simulate(problem, policy, everything);
  ToolLog const log;
  EXPECT_EQ(difference(simulate(problem, policy, everything), alone), "");
}

}  // namespace
}  // namespace fairslot
