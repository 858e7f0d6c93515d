// Each fast way to a server is taken where it should be. A search that falls back on a slower one
// finds the same servers, so no other test would see it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "host/bench/cases.hpp"
#include "kernels/simulation.hpp"

namespace fairslot {
namespace {

using bench::Case;
using bench::Constraint;
using bench::Load;
using testing::AllOf;
using testing::Ge;
using testing::Gt;
using testing::Le;

struct Counted {
  Questions by;
  std::int64_t all, started;

  std::int64_t operator[](Path path) const { return by[static_cast<int>(path)]; }
  /// Of a hundred questions so many took one of the paths.
  template <class... P>
  double percent(P... paths) const {
    return 100.0 * static_cast<double>((0 + ... + (*this)[paths])) / static_cast<double>(all);
  }
  /// Questions for a hundred starts that found no server.
  double in_vain() const {
    return 100.0 * static_cast<double>(all - started) / static_cast<double>(started);
  }
  std::string text() const {
    std::string shown = std::to_string(started) + " started:";
    for (std::size_t i = 0; i < by.size(); ++i)
      if (by[i] > 0) shown += " " + std::string(path_infos()[i].name) + " " + std::to_string(by[i]);
    return shown;
  }
};

Counted asked(Case const& c, Engine engine, std::string const& policy = "tvtsf") {
  RunResult const run =
      simulate(*bench::make_problem(c, 0), parse_policy(policy), {.slots = false}, engine);
  auto const all = std::accumulate(run.questions.begin(), run.questions.end(), std::int64_t{0});
  return {run.questions, all, run.started};
}

Case cluster(int servers, int users, int resources, Load load = Load::overload) {
  Case c;
  c.name = "cluster";
  c.servers = servers, c.users = c.classes = users, c.resources = resources;
  c.load = load;
  c.end = 60;
  return c;
}

Case with(Case c, Constraint constraint, double type_probability = 0.3) {
  c.constraint = constraint;
  c.type_probability = type_probability;
  return c;
}

bool on_device() { return asked(cluster(10, 2, 2), Engine::automatic)[Path::team] > 0; }

class Paths : public testing::Test {
 protected:
  void SetUp() override {
    if (on_device()) GTEST_SKIP() << "a device takes teams for all";
  }
};

/// Few servers are released in a slot, and who waits has found no room in the slot before: nearly
/// all is answered by who reaches which of them, and nobody is asked in vain.
TEST_F(Paths, FewServersUnderOverload) {
  for (int const resources : {2, 4}) {
    Counted const few = asked(cluster(100, 60, resources), Engine::automatic);
    EXPECT_THAT(few.percent(Path::reach), Ge(65)) << few.text();
    EXPECT_LE(few.in_vain(), 3) << few.text();
    EXPECT_EQ(few[Path::known], 0) << few.text();
  }
  // Its end weighs less in a long run.
  Case c = cluster(100, 60, 2);
  c.end = 600;
  EXPECT_THAT(asked(c, Engine::automatic).percent(Path::reach), Ge(95));
}

/// Heads of users that have just come, or have a new one, are asked about the list as well, where
/// such a task has found no room before.
TEST_F(Paths, ReleasedListWithoutReach) {
  Counted const trace =
      asked(bench::chosen_cases({"study"}, bench::Extent::quick).front(), Engine::automatic);
  EXPECT_THAT(trace[Path::released], Ge(1)) << trace.text();
  EXPECT_THAT(trace.percent(Path::reach), Ge(30)) << trace.text();
}

/// A plain scan asks everybody in each slot; the same task twice is known to fit nowhere.
TEST_F(Paths, ScanKnowsWhatFailed) {
  Case c = cluster(100, 60, 2);
  c.classes = 30;
  Counted const plain = asked(c, Engine::scan);
  EXPECT_EQ(plain[Path::known] + plain[Path::scan], plain.all) << plain.text();
  EXPECT_EQ(plain[Path::known], 30 * c.end) << plain.text();
  EXPECT_EQ(plain[Path::scan] - plain.started, 30 * c.end) << plain.text();
}

/// Who fails freezes all that ask for no less: of 60 users few are asked in vain in a slot, though
/// the released servers are too many to be listed.
TEST_F(Paths, DominationSparesQuestions) {
  for (Engine const engine : {Engine::certified, Engine::ratio, Engine::team}) {
    Case const c = cluster(700, 60, 2);
    Counted const many = asked(c, engine);
    EXPECT_THAT(many.in_vain() * static_cast<double>(many.started),
                AllOf(Ge(100 * c.end), Le(100 * 30 * c.end)))
        << many.text();
  }
}

/// Two resources: all by the ratio index, where few servers can be best by its smaller copy.
TEST_F(Paths, RatioIndex) {
  for (Constraint const constraint :
       {Constraint::anywhere, Constraint::types, Constraint::sets, Constraint::each_type}) {
    Counted const over = asked(with(cluster(700, 60, 2), constraint), Engine::ratio);
    EXPECT_THAT(over.percent(Path::ratio, Path::ratio_fresh), Ge(99.9)) << over.text();
    EXPECT_THAT(over.percent(Path::ratio_fresh), Ge(65)) << over.text();
  }
  Counted const light = asked(cluster(700, 60, 2, Load::light), Engine::ratio);
  EXPECT_THAT(light.percent(Path::ratio), Ge(97)) << light.text();
}

/// Of thousands of servers the index beside rankings: these are for long jobs.
TEST_F(Paths, IndexBesideRankings) {
  Case jobs = cluster(4'200, 60, 2, Load::light);
  EXPECT_THAT(asked(jobs, Engine::ratio).percent(Path::ratio), Ge(99.9));
  jobs.mean_tasks = 60;
  Counted const two = asked(jobs, Engine::ratio);
  EXPECT_THAT(two.percent(Path::ratio), Ge(10)) << two.text();
  EXPECT_THAT(two.percent(Path::ranking), Ge(20)) << two.text();
  Counted const four = asked(cluster(4'200, 60, 4, Load::light), Engine::kd);
  EXPECT_GT(four[Path::kd], 0) << four.text();
  EXPECT_THAT(four.percent(Path::ranking), Ge(95)) << four.text();
  Case over = cluster(4'200, 60, 4);
  over.mean_tasks = 60;
  for (Engine const engine : {Engine::ratio, Engine::kd}) {
    over.resources = engine == Engine::ratio ? 2 : 4;
    EXPECT_EQ(asked(over, engine)[Path::ranking], 0) << over.resources;
  }
}

/// Jobs of ten tasks: nearly all is answered by continuing, whatever the placement.
TEST_F(Paths, Rankings) {
  for (auto const* const policy : {"tvtsf", "drfh:fit=first", "drfh:fit=dot", "slots:fit=best"})
    for (int const resources : {2, 4}) {
      Case const c = cluster(700, 60, resources, Load::light);
      Counted const light = asked(c, Engine::ranked, policy);
      EXPECT_THAT(light.percent(Path::ranking), Ge(75)) << policy << ": " << light.text();
      EXPECT_THAT(light.percent(Path::ranking_made), AllOf(Gt(0), Le(20)))
          << policy << ": " << light.text();
    }
}

/// More resources: released servers by shortlists, which are mostly read on; others by the tree.
TEST_F(Paths, KdIndexAndShortlists) {
  for (Constraint const constraint : {Constraint::anywhere, Constraint::types, Constraint::sets}) {
    Counted const over = asked(with(cluster(700, 60, 4), constraint), Engine::kd);
    EXPECT_EQ(over[Path::shortlist] + over[Path::shortlist_made] + over[Path::kd], over.all)
        << over.text();
    EXPECT_THAT(over.percent(Path::shortlist, Path::shortlist_made), Ge(65)) << over.text();
    EXPECT_THAT(over.percent(Path::shortlist_made), Le(20)) << over.text();
  }
  Counted const light = asked(cluster(700, 60, 4, Load::light), Engine::kd);
  EXPECT_THAT(light.percent(Path::kd), Ge(97)) << light.text();
}

/// Where some users may use a few servers only the tree is not asked for them; for others it is.
TEST_F(Paths, FewPermittedServersByAScan) {
  Counted const some = asked(with(cluster(700, 60, 4), Constraint::each_type, 0.1), Engine::kd);
  EXPECT_THAT(some.percent(Path::scan_sparse), AllOf(Ge(3), Le(20))) << some.text();
  EXPECT_THAT(some.percent(Path::kd), Ge(5)) << some.text();
}

/// A small cluster is scanned rather than its index brought up to date, where few questions come.
TEST_F(Paths, ScansWhereTheIndexIsBehind) {
  for (Engine const engine : {Engine::ratio, Engine::kd}) {
    Counted const few = asked(cluster(200, 60, 2, Load::light), engine);
    EXPECT_THAT(few.percent(Path::scan_behind), AllOf(Ge(20), Le(95))) << few.text();
    EXPECT_THAT(few.percent(Path::ratio, Path::kd), Ge(5)) << few.text();
  }
}

/// Candidate lists answer, and seldom have to be made.
TEST_F(Paths, CandidateLists) {
  for (int const servers : {100, 700}) {
    Counted const wide = asked(cluster(servers, 60, 2), Engine::wide);
    EXPECT_EQ(wide[Path::scan], 0) << wide.text();
    EXPECT_THAT(wide[Path::lists], Ge(600)) << wide.text();
    EXPECT_THAT(wide.percent(Path::awaited), AllOf(Gt(0), Le(4))) << wide.text();
  }
}

/// A team looks at the released servers only, where who asks has found no room before.
TEST_F(Paths, Teams) {
  Counted const over = asked(cluster(100, 60, 2), Engine::team);
  EXPECT_THAT(over.percent(Path::team_released), Ge(75)) << over.text();
  EXPECT_EQ(over[Path::team_released] + over[Path::team], over.all) << over.text();
  EXPECT_EQ(asked(cluster(100, 60, 2, Load::light), Engine::team).percent(Path::team), 100);
}

TEST_F(Paths, PoliciesWithoutAnIndex) {
  EXPECT_EQ(asked(cluster(700, 60, 2), Engine::ratio, "drf").percent(Path::pool), 100);
  EXPECT_EQ(asked(cluster(700, 60, 2), Engine::ratio, "drfh:fit=first").percent(Path::scan), 100);
}

/// How long launches are makes no difference.
TEST_F(Paths, AreAFunctionOfTheProblem) {
  for (Engine const engine : {Engine::certified, Engine::ratio, Engine::kd, Engine::wide}) {
    Case const c = cluster(300, 60, 2);
    auto const problem = bench::make_problem(c, 0);
    Simulator simulator({.engine = engine});
    simulator.add(0, problem, parse_policy("tvtsf"), {.slots = false});
    std::vector<RunResult> runs;
    while (runs.empty()) runs = simulator.advance(1e-5);
    EXPECT_EQ(runs.front().questions, asked(c, engine).by) << name_of(engine);
  }
}

TEST(PathInfos, AreOneEach) {
  std::set<std::string_view> names;
  for (PathInfo const& info : path_infos()) {
    names.insert(info.name);
    EXPECT_FALSE(info.summary.empty());
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(path_count));
}

/// Under backfill a job like one that has just found no room is not asked about: a queue of 1,000
/// of them costs one question a slot, not 1,000.
TEST_F(Paths, BackfillAsksOnceForJobsThatAreAlike) {
  Case const c = cluster(100, 60, 2);
  Counted const jobs = asked(c, Engine::automatic, "tvtsf:backfill=1");
  EXPECT_LE(jobs.all - jobs.started, 60 * c.end) << jobs.text();
}

}  // namespace
}  // namespace fairslot
