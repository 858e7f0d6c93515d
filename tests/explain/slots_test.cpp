// What is seen of a slot equals what the plain twin sees, to the last bit, under every policy and
// option and by every way to find a server; and that somebody looked on changes nothing.
#include <algorithm>
#include <sstream>

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/difference.hpp"
#include "tests/every_engine.hpp"
#include "tests/every_policy.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/random_problem.hpp"
#include "tests/worked_examples.hpp"

namespace fairslot {
namespace {

class EveryPolicy : public testing::TestWithParam<int> {};
class AnyPolicy : public testing::TestWithParam<int> {};

std::string text_of(WatchedSum const& sum) {
  std::ostringstream out;
  out.precision(17);
  std::visit(
      [&]<class T>(T const& value) {
        if constexpr (std::is_same_v<T, std::monostate>)
          out << "none";
        else
          out << (std::is_same_v<T, double> ? "double " : "") << value;
      },
      sum);
  return out.str();
}

/// A line a head, pick and user left out.
std::string text_of(std::optional<WatchedSlot> const& slot) {
  if (!slot) return "over";
  std::ostringstream out;
  out.precision(17);
  out << canonical_name(slot->policy) << '\n';
  for (WatchedHead const& of : slot->heads)
    out << "head " << of.user << ' ' << of.entry << ' ' << of.monopoly << ' ' << text_of(of.h_sum)
        << ' ' << of.weight << '\n';
  for (WatchedPick const& of : slot->picks) {
    out << "pick " << of.user << ' ' << of.entry << ' ' << of.server << " keys";
    for (SeenKey const& key : of.keys) out << ' ' << key.user << ": " << key.key;
    out << " scores";
    for (SeenScore const& score : of.scores) {
      out << ' ' << score.server;
      if (of.has_scores) out << ": " << score.score;
    }
    if (of.score) out << " score " << *of.score;
    out << (of.decided ? " decided\n" : "\n");
  }
  for (SeenLeftOut const& of : slot->out)
    out << "out " << of.user << ' ' << of.entry << ' ' << static_cast<int>(of.reason) << '\n';
  return out.str();
}

/// Those by which one lane advances a run: others have nobody who could look on.
std::vector<Engine> watchable_engines() {
  std::vector<Engine> engines = every_engine();
  std::erase(engines, Engine::wide);
  std::erase(engines, Engine::team);
  return engines;
}

Draft draft_for(Policy const& policy, std::uint64_t salt) {
  Draft draft = *drafts(salt);
  if (waits_with_room(policy, draft) && draft.horizon == 0) draft.horizon = 500;
  leave_out_refused(policy, draft);
  return draft;
}

/// A slot of the run, more often than not one with picks, or the one after its last.
std::int64_t slot_of(RunResult const& run) {
  if (!run.picks.empty() && *rc::gen::inRange(0, 4) > 0)
    return (*rc::gen::elementOf(run.picks)).slot;
  return *rc::gen::inRange<std::int64_t>(1, run.slots + 2);
}

void expect_equal(Problem const& problem, Policy const& policy, Engine engine) {
  RunResult const expected = oracle(problem, policy, {.slots = false, .picks = true});
  RC_PRE(expected.status == RunStatus::complete);
  WatchRequest asked;
  asked.slot = slot_of(expected);
  asked.top = *rc::gen::element(1, 2, 5, 1000);
  Recording const rows{.picks = false, .queueing = false, .fragmentation = true};
  asked.recording = rows;
  if (problem.users() > 0 && *rc::gen::arbitrary<bool>())
    asked.user = *rc::gen::inRange<std::int32_t>(0, problem.users());
  std::shared_ptr<Problem const> const shared(std::shared_ptr<void>(), &problem);
  Watched const actual = watch(shared, policy, asked, {.engine = engine, .resident = 1});
  std::string const what = canonical_name(policy) + ", engine " + std::string(name_of(engine)) +
                           ", slot " + std::to_string(asked.slot) + ", user " +
                           std::to_string(asked.user) + ", top " + std::to_string(asked.top);
  std::string const seen = text_of(actual.slot);
  std::string const right = text_of(oracle_slot(problem, policy, asked));
  if (seen != right) RC_FAIL(what + "\n" + seen + "instead of\n" + right);
  RunResult const alone = simulate(problem, policy, rows, engine);
  std::string const text = difference(actual.run, alone);
  if (!text.empty()) RC_FAIL(what + ": looking on changes " + text);
  asked.recording = std::nullopt;
  if (text_of(watch(shared, policy, asked, {.engine = engine, .resident = 1}).slot) != seen)
    RC_FAIL(what + ": another slot where the run does not go on");
}

TEST_P(EveryPolicy, IsSeenAsByTheTwin) {
  Policy const policy = every_policy()[static_cast<std::size_t>(GetParam())];
  SCOPED_TRACE(canonical_name(policy));
  rc::detail::checkGTest([&] {
    Draft const draft = draft_for(policy, 2000 + static_cast<std::uint64_t>(GetParam()));
    RC_PRE(suits(policy, draft.resources));
    expect_equal(build(draft), policy, Engine::automatic);
  });
}

TEST_P(AnyPolicy, IsSeenAsByTheTwin) {
  PolicyInfo const& info = policies()[static_cast<std::size_t>(GetParam())];
  rc::detail::checkGTest([&] {
    Policy const policy = any_policy(
        info, [](std::vector<std::string> const& values) { return *rc::gen::elementOf(values); });
    Draft const draft = draft_for(policy, 3000 + static_cast<std::uint64_t>(GetParam()));
    RC_PRE(suits(policy, draft.resources));
    expect_equal(build(draft), policy, *rc::gen::elementOf(watchable_engines()));
  });
}

TEST(Watch, T1) {
  auto const problem = std::make_shared<Problem const>(build(example_t1()));
  Watched const watched = watch(problem, parse_policy("tvtsf"), {.slot = 1});
  ASSERT_TRUE(watched.slot.has_value());
  WatchedSlot const& slot = *watched.slot;
  ASSERT_EQ(slot.heads.size(), 2u);
  EXPECT_EQ(slot.heads[0].monopoly, 8);
  EXPECT_EQ(slot.heads[1].monopoly, 6);
  ASSERT_EQ(slot.picks.size(), 9u);
  std::vector<double> keys;
  for (WatchedPick const& pick : slot.picks)
    if (pick.user == 0) keys.push_back(pick.keys.front().key);
  ASSERT_GE(keys.size(), 2u);
  EXPECT_EQ(keys[1], 1.0 / 8);
  auto const first = std::ranges::find(slot.picks, 1, &WatchedPick::user);
  ASSERT_EQ(first->scores.size(), 1u);
  EXPECT_EQ(first->scores[0].server, 1);
  EXPECT_EQ(first->scores[0].score, 0.375);
}

/// One server of one task: user 0 has it, by the lower index, and user 1 would have been next.
TEST(Watch, WhoDecidedAgainstAUser) {
  Draft const draft{1, 1, {{1}}, {{1, {draft_job({1}, 1)}}, {2, {draft_job({1}, 1)}}}};
  auto const problem = std::make_shared<Problem const>(build(draft));
  Watched const watched = watch(problem, parse_policy("tsf"), {.slot = 1, .top = 1, .user = 1});
  ASSERT_TRUE(watched.slot.has_value());
  ASSERT_EQ(watched.slot->picks.size(), 1u);
  WatchedPick const& pick = watched.slot->picks.front();
  EXPECT_TRUE(pick.decided);
  EXPECT_EQ(pick.user, 0);
  ASSERT_EQ(pick.keys.size(), 2u);
  EXPECT_EQ(pick.keys[1].user, 1);
}

/// In slot 3 user 2's first job fails and is passed by one like it, which takes part as user 1
/// starts.
TEST(Watch, JobsLikeOneThatHasFailedTakePart) {
  Draft const draft{1,
                    4,
                    {{2}},
                    {{1, {draft_job({1}, 1, 1, 9)}},
                     {1, {draft_job({1}, 1, 3)}},
                     {1, {draft_job({2}, 1, 2), draft_job({2}, 1, 3)}}}};
  auto const problem = std::make_shared<Problem const>(build(draft));
  Watched const watched = watch(problem, parse_policy("fifo:backfill=1"), {.slot = 3});
  ASSERT_TRUE(watched.slot.has_value());
  ASSERT_EQ(watched.slot->picks.size(), 1u);
  ASSERT_EQ(watched.slot->picks[0].keys.size(), 2u);
  EXPECT_EQ(watched.slot->picks[0].keys[1].user, 2);
  EXPECT_EQ(watched.slot->picks[0].keys[1].key, 3.0);
}

TEST(Watch, RunsOfTeamsAreRefused) {
  auto const problem = std::make_shared<Problem const>(build(example_t1()));
  EXPECT_THROW(watch(problem, parse_policy("tsf"), {.slot = 1}, {.engine = Engine::team}),
               std::runtime_error);
}

std::string policy_name(testing::TestParamInfo<int> const& info) {
  return std::string(policies()[static_cast<std::size_t>(info.param)].name);
}
std::string variant_name(testing::TestParamInfo<int> const& info) {
  std::string name = canonical_name(every_policy()[static_cast<std::size_t>(info.param)]);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Policies, EveryPolicy,
                         testing::Range(0, static_cast<int>(every_policy().size())), variant_name);
INSTANTIATE_TEST_SUITE_P(Policies, AnyPolicy,
                         testing::Range(0, static_cast<int>(policies().size())), policy_name);

}  // namespace
}  // namespace fairslot
