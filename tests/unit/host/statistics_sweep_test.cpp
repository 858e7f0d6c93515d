// From runs to gains, tables and JSON.
#include <cmath>
#include <random>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "host/statistics/comparisons.hpp"
#include "host/statistics/sweep_statistics.hpp"
#include "host/statistics/tables.hpp"
#include "host/statistics/tables_text.hpp"
#include "kernels/list.hpp"

namespace fairslot::statistics {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A point that sets nothing, at which `policies` run.
SweepPoint plain(int policies = 1) {
  SweepPoint point;
  for (int p = 0; p < policies; ++p) point.policies.push_back(p);
  point.comparisons = first_with_the_others(point.policies);
  return point;
}

SweepPoint load(std::string const& share, int policies = 1) {
  SweepPoint point = plain(policies);
  point.set = {{"workload.large_share", share, share == "-1" ? "the trace's own mix" : ""}};
  return point;
}

/// A run of users that waited so long, each with one task and one job of `duration`.
RunMetrics run_of(std::vector<std::int64_t> const& waits, std::int64_t duration = 2) {
  RunMetrics run;
  Int128 sum = 0;
  for (std::int64_t const wait : waits) {
    JobMetrics job;
    job.submit = 1, job.completion = 1 + wait + duration;
    run.jobs.push_back(job);
    UserMetrics user;
    user.waiting = wait;
    run.users.push_back(user);
    sum += wait;
  }
  if (waits.empty()) return run;
  double const mean = double(sum) / double(waits.size());
  run.summary.mean_waiting = run.summary.mean_queueing = mean;
  run.summary.mean_completion = mean + double(duration);
  return run;
}

void add(SweepStatistics& statistics, int point, std::int64_t sample, int policy,
         std::vector<std::int64_t> const& waits) {
  Distribution queueing;
  for (std::int64_t const wait : waits) queueing.add(wait);
  statistics.add(point, sample, policy, run_of(waits), queueing.points());
}

TEST(SweepStatistics, PoolsOverSamplesAndKeepsTheirMeans) {
  SweepStatistics statistics("s", 2, {plain()}, {"fifo"});
  add(statistics, 0, 1, 0, {1, 3});
  add(statistics, 0, 0, 0, {5});
  Summary const s = statistics.summary();
  Moments const& m = s.at(0, 0, Metric::waiting);
  EXPECT_EQ(m.count, 3);
  EXPECT_EQ(m.mean, 3.0);
  EXPECT_DOUBLE_EQ(m.variance, 8.0 / 3);
  EXPECT_EQ(m.median, 3);
  EXPECT_EQ(m.p99, 5);
  EXPECT_EQ(s.sample_means[s.cell(0, 0, Metric::waiting)], (std::vector<double>{5, 2}));
  EXPECT_EQ(s.at(0, 0, Metric::completion).mean, 5.0);
  EXPECT_EQ(s.mean_of_means(0, 0, Metric::waiting), 3.5);
}

TEST(SweepStatistics, OnlySamplesThatEndedUnderAllPoliciesOfTheirPointCount) {
  SweepPoint first = plain(2), second = plain(1);
  second.policies = {1}, second.comparisons = {};
  SweepStatistics statistics("cut", 3, {first, second}, {"tvtsf", "tsf"});
  add(statistics, 0, 1, 0, {1});
  add(statistics, 0, 2, 0, {1000});  // tsf's has not ended
  add(statistics, 0, 1, 1, {5});
  add(statistics, 1, 0, 1, {7});  // tvtsf does not run at this point
  Summary const s = statistics.summary();
  EXPECT_EQ(s.counted, (std::vector<std::vector<std::int64_t>>{{1}, {0}}));
  EXPECT_EQ(s.at(0, 0, Metric::waiting).mean, 1.0);
  EXPECT_EQ(s.at(0, 0, Metric::queueing).count, 1);
  EXPECT_EQ(s.gain(0, Metric::waiting, 0, 1).mean, 4.0);
  EXPECT_EQ(s.mean_of_means(0, 0, Metric::completion), 3.0);
  EXPECT_EQ(s.at(1, 0, Metric::waiting).count, 0);
  EXPECT_EQ(s.ended(0, 0), 2);
  EXPECT_EQ(s.ended(0, 1), 1);
  EXPECT_THAT(format_tables(s), HasSubstr("cut: sample 2 waits for tsf\n"));
  EXPECT_THAT(format_tables(s), HasSubstr("2 of 6 samples are complete under all policies"));
  json const all = json::parse(to_json(s)), points = all["points"];
  EXPECT_EQ(all["interrupted"], true);
  EXPECT_EQ(points[0]["waiting"], json::parse(R"([{"sample": 2, "policies": ["tsf"]}])"));
  EXPECT_EQ(points[1]["waiting"], json::array());
  EXPECT_EQ(points[0]["samples"], 1);
  EXPECT_EQ(points[0]["policies"][0]["ended"], 2);
  EXPECT_EQ(points[0]["policies"][1]["ended"], 1);
  EXPECT_EQ(points[1]["policies"].size(), 1u);
  EXPECT_TRUE(points[1]["paired"].empty());
}

TEST(SweepStatistics, WhatNeverStartedStandsBesideTheMeansAndTheBlockedAreNamed) {
  SweepStatistics statistics("cut off", 2, {plain()}, {"fifo"});
  RunMetrics run = run_of({});
  run.users.resize(2);
  run.users[1].blocked = 3;
  run.summary.unstarted_users = 2, run.summary.unstarted_tasks = 40, run.summary.unstarted_jobs = 2;
  run.summary.cancelled = 30, run.summary.lost = 1;
  statistics.add(0, 1, 0, run, {});
  statistics.add(0, 0, 0, run, {});
  Summary const s = statistics.summary();
  EXPECT_EQ(s.at(0, 0, Metric::queueing).unstarted, 80);
  std::string const text = format_tables(s);
  EXPECT_THAT(text, Not(HasSubstr("of 2 samples")));
  EXPECT_THAT(text, HasSubstr("unstarted\n"));
  EXPECT_THAT(text, HasSubstr("fifo: 2 users have a task that cannot run (the first: sample 0, "
                              "user 1, job 3)"));
  json const policy = json::parse(to_json(s))["points"][0]["policies"][0];
  EXPECT_EQ(policy["queueing"]["unstarted"], 80);
  EXPECT_EQ(policy["completion"]["unstarted"], 4);
  EXPECT_EQ(policy["blocked"], 2);
  EXPECT_THAT(text, HasSubstr("Cancelled as their users left: 60 tasks"));
  EXPECT_EQ(policy["cancelled"], 60);
  EXPECT_EQ(policy["lost"], 2);
}

TEST(SweepStatistics, ARunThatFailedHasNotEnded) {
  SweepStatistics statistics("failed", 2, {plain()}, {"tvtsf"});
  statistics.add(0, 0, 0, run_of({}), {});
  statistics.add_failed(0, 1, 0, RunStatus::h_sum_overflow);
  json const point = json::parse(to_json(statistics.summary()))["points"][0];
  EXPECT_EQ(point["policies"][0]["ended"], 1);
  EXPECT_EQ(point["failed"].size(), 1u);
}

TEST(SweepStatistics, TheOrderOfRunsChangesNoBit) {
  std::mt19937 random(1);
  std::vector<std::pair<int, std::vector<std::int64_t>>> runs;
  for (int sample = 0; sample < 20; ++sample) {
    std::vector<std::int64_t> waits(1 + random() % 9);
    for (auto& wait : waits) wait = static_cast<std::int64_t>(random() % 1000);
    runs.emplace_back(sample, waits);
  }
  auto const text = [&] {
    SweepStatistics statistics("s", 20, {plain(2)}, {"tvtsf", "fifo"});
    for (auto const& [sample, waits] : runs) {
      add(statistics, 0, sample, 0, waits);
      add(statistics, 0, sample, 1, {7, 9});
    }
    return to_json(statistics.summary());
  };
  std::string const first = text();
  std::shuffle(runs.begin(), runs.end(), random);
  EXPECT_EQ(text(), first);
}

TEST(Gain, IsTheMeanDifferenceWithAStudentInterval) {
  SweepStatistics statistics("s", 3, {plain(2)}, {"tvtsf", "tsf"});
  for (int sample = 0; sample < 3; ++sample) add(statistics, 0, sample, 0, {10});
  add(statistics, 0, 0, 1, {11});
  add(statistics, 0, 1, 1, {12});
  add(statistics, 0, 2, 1, {16});
  Estimate const gain = statistics.summary().gain(0, Metric::waiting, 0, 1);  // of 1, 2, 6
  EXPECT_EQ(gain.samples, 3);
  EXPECT_DOUBLE_EQ(*gain.mean, 3);
  double const half = 4.302652729749464 * std::sqrt(7.0 / 3);
  EXPECT_NEAR(*gain.low, 3 - half, 1e-9);
  EXPECT_NEAR(*gain.high, 3 + half, 1e-9);
}

TEST(Gain, LeavesOutSamplesWithoutAMean) {
  SweepStatistics statistics("s", 3, {plain(2)}, {"tvtsf", "tsf"});
  add(statistics, 0, 0, 0, {1});
  add(statistics, 0, 0, 1, {5});
  add(statistics, 0, 1, 0, {1});
  add(statistics, 0, 1, 1, {});
  Estimate const gain = statistics.summary().gain(0, Metric::waiting, 0, 1);
  EXPECT_EQ(gain.samples, 1);
  EXPECT_EQ(gain.mean, 4.0);
  EXPECT_FALSE(gain.low || gain.high);
  EXPECT_FALSE(statistics.summary().gain(0, Metric::waiting, 1, 1).low);
}

TEST(Summary, BetterIsTheLowestMeanOfMeansThenTheFirst) {
  SweepStatistics statistics("s", 1, {plain(4)}, {"a", "b", "c", "d"});
  add(statistics, 0, 0, 0, {9});
  add(statistics, 0, 0, 1, {4});
  add(statistics, 0, 0, 2, {4});
  add(statistics, 0, 0, 3, {});
  Summary const s = statistics.summary();
  EXPECT_EQ(s.better_of(0, Metric::waiting, std::vector{0, 2, 1, 3}), 2);
  EXPECT_EQ(s.better_of(0, Metric::waiting, std::vector{3}), std::nullopt);
}

/// A study's point: tvtsf against the better of tsf and cdrf, for each memory.
SweepPoint study_point(std::string const& share, std::optional<double> published) {
  SweepPoint point = load(share, 6);
  point.comparisons.clear();
  for (std::vector<int> const& against : {std::vector{1, 2}, std::vector{3, 4}})
    for (Metric const metric : metrics)
      point.comparisons.push_back({metric, 0, against, published, published ? "A and B 2024" : ""});
  return point;
}

/// tvtsf waits 1, tsf 4, cdrf 3; those that forget 10 and 20.
Summary study() {
  SweepStatistics statistics(
      "study", 2, {study_point("0.25", 5), study_point("0.3", std::nullopt)},
      {"tvtsf", "tsf", "cdrf", "tsf:memory=slot", "cdrf:memory=slot", "fifo"});
  List<std::int64_t> const waits{1, 4, 3, 10, 20, 50};
  for (int point = 0; point < 2; ++point)
    for (int sample = 0; sample < 2; ++sample)
      for (int policy = 0; policy < 6; ++policy)
        add(statistics, point, sample, policy, {waits[policy]});
  return statistics.summary();
}

std::vector<std::string> lines_with(std::string const& text, std::string const& part) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find(part) != std::string::npos) found.push_back(line);
  return found;
}

TEST(Tables, GainsAreOverTheBetterOfThoseComparedBesideThePublished) {
  std::string const text = format_tables(study());
  std::string const gains = text.substr(text.find("Gains"));
  EXPECT_THAT(gains,
              HasSubstr("over the better of two; positive: shorter; [as A and B 2024 report]"));
  EXPECT_THAT(gains, Not(HasSubstr("fifo")));
  auto const running = lines_with(gains, " tsf/cdrf "), slot = lines_with(gains, ":memory=slot");
  ASSERT_EQ(running.size(), 2u);  // points
  ASSERT_EQ(slot.size(), 2u);
  EXPECT_THAT(running[0], HasSubstr(" 2.000 ± 0.000 [5] "));  // published at 25 %
  EXPECT_THAT(running[1], HasSubstr(" 2.000 ± 0.000  "));     // none at 30 %
  EXPECT_THAT(slot[0], AllOf(HasSubstr(" tsf/cdrf:memory=slot "), HasSubstr(" 9.000 ± ")));
}

TEST(Tables, LongOnesNameTheBetterAndBothEndsOfTheInterval) {
  std::string const text = format_tables(study(), {.long_form = true});
  std::string const gains = text.substr(text.find("Gains"));
  auto const running = lines_with(gains, " cdrf "), slot = lines_with(gains, "tsf:memory=slot");
  ASSERT_EQ(running.size(), 6u);  // metric x point
  ASSERT_EQ(slot.size(), 6u);
  EXPECT_THAT(running[0],
              testing::EndsWith(" 2.000    2.000     2.000        2          5  A and B 2024"));
  EXPECT_THAT(running[1], testing::EndsWith(" 2.000    2.000     2.000        2"));
}

TEST(Tables, ARowHasGainsByTheMetricsThatAreComparedOnly) {
  Summary summary = study();
  for (SweepPoint& point : summary.points) {
    std::erase_if(point.comparisons, [](auto const& c) { return c.metric != Metric::queueing; });
    point.comparisons[1].against = {3, 4, 5};
  }
  std::string const text = format_tables(summary);
  std::string const gains = text.substr(text.find("Gains"));
  EXPECT_THAT(gains, HasSubstr(", over the best of several;"));
  auto const running = lines_with(gains, " tsf/cdrf "), several = lines_with(gains, "/fifo ");
  ASSERT_EQ(running.size(), 2u);
  ASSERT_EQ(several.size(), 2u);
  EXPECT_THAT(several[0], HasSubstr("  tsf:memory=slot/cdrf:memory=slot/fifo  "));
  EXPECT_EQ(lines_with(gains, "±").size(), 1u + 4u);  // its heading
  EXPECT_EQ(running[0].find("±"), running[0].rfind("±"));
  std::string const full = format_tables(summary, {.long_form = true});
  EXPECT_EQ(lines_with(full.substr(full.find("Gains")), "Queueing of tasks").size(), 1u);
  EXPECT_EQ(lines_with(full.substr(full.find("Gains")), "Waiting of users").size(), 0u);
}

TEST(Tables, AllPairsAreEachPairOnce) {
  for (bool const long_form : {false, true}) {
    std::string const text = format_tables(study(), {.long_form = long_form, .all_pairs = true});
    std::string const gains = text.substr(text.find("Gains"));
    EXPECT_EQ(lines_with(gains, " cdrf:memory=slot  fifo").size(), long_form ? 6u : 2u) << gains;
    EXPECT_EQ(lines_with(gains, " fifo  cdrf").size(), 0u);
    EXPECT_EQ(lines_with(gains, " tvtsf ").size(), (long_form ? 3 : 1) * 2 * 5u);
  }
}

TEST(Tables, ShortOnesHaveALineAPointAndPolicy) {
  std::string const text = format_tables(study());
  EXPECT_EQ(lines_with(text, "fifo").size(), 2u);
  EXPECT_THAT(lines_with(text, "fifo")[0], HasSubstr(" 50.00 ± 0.000     50  50 "));
  EXPECT_EQ(std::ranges::count(text, '\n'), 3 + 1 + 12 + 2 + 1 + 4);
}

TEST(Tables, FitOnAScreen) {
  std::istringstream lines(format_tables(study()));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 130u) << line;
}

TEST(Tables, HaveOneNumberFormat) {
  EXPECT_EQ(number(std::nullopt), "-");
  EXPECT_EQ(number(0), "0.000");
  EXPECT_EQ(number(-0.08765), "-0.08765");
  EXPECT_EQ(number(44.9), "44.90");
  EXPECT_EQ(number(999.96), "1000");
  EXPECT_EQ(number(123456.7), "123457");
  EXPECT_EQ(number(12345678.9), "1.235e+07");
  EXPECT_EQ(number(0.00001234), "1.234e-05");
}

TEST(Tables, OtherPoliciesAreComparedWithTheFirst) {
  SweepStatistics statistics("plain", 1, {plain(2)}, {"fifo", "drf"});
  add(statistics, 0, 0, 0, {5});
  add(statistics, 0, 0, 1, {2});
  std::string const text = format_tables(statistics.summary());
  EXPECT_THAT(text, HasSubstr("-3.000"));
  EXPECT_THAT(text, Not(HasSubstr("better of")));
}

TEST(Tables, NameTheTracesOwnMix) {
  SweepStatistics statistics("s", 1, {load("-1"), load("0.5")}, {"fifo"});
  EXPECT_THAT(format_tables(statistics.summary()),
              HasSubstr("point: workload.large_share (-1: the trace's own mix)"));
  std::string const text = format_tables(statistics.summary(), {.long_form = true});
  EXPECT_THAT(text,
              HasSubstr("workload.large_share = -1 (the trace's own mix) (0 of 1 samples)\n"));
  EXPECT_THAT(text, HasSubstr("workload.large_share = 0.5 (0 of 1 samples)\n"));
}

TEST(Tables, SayWhenSamplesAreMissing) {
  SweepStatistics statistics("cut", 4, {plain()}, {"fifo"});
  add(statistics, 0, 2, 0, {5});
  EXPECT_THAT(format_tables(statistics.summary()), HasSubstr("1 of 4 samples"));
  EXPECT_THAT(format_tables(statistics.summary(), {.long_form = true}),
              HasSubstr("(1 of 4 samples)"));
  EXPECT_THAT(format_tables(study()), Not(HasSubstr(" of 2 samples")));
}

/// A sample in which a policy starts nothing has no mean under it: nobody's mean takes it.
TEST(Tables, MeansAndGainsAreOfTheSameSamples) {
  double const none = std::nan("");
  SweepStatistics statistics("s", 3, {plain(3)}, {"tvtsf", "tsf", "fifo"});
  Summary s = statistics.summary();
  s.counted = {{0, 1, 2}};
  s.sample_means.assign(s.sample_means.size(), {none, none, none});
  s.sample_means[s.cell(0, 0, Metric::queueing)] = {1, none, 5};
  s.sample_means[s.cell(0, 1, Metric::queueing)] = {2, 900, 8};
  s.sample_means[s.cell(0, 0, Metric::waiting)] = {1, 2, 3};
  s.sample_means[s.cell(0, 1, Metric::waiting)] = {1, 2, 3};
  EXPECT_EQ(s.over_samples(0, 0, Metric::queueing).mean, 3.0);
  EXPECT_EQ(s.over_samples(0, 1, Metric::queueing).mean, 5.0);
  EXPECT_EQ(s.over_samples(0, 1, Metric::queueing).samples, 2);
  EXPECT_EQ(s.gain(0, Metric::queueing, 0, 1).mean, 2.0);
  EXPECT_EQ(s.gain(0, Metric::queueing, 0, 2).samples, 0);
  EXPECT_FALSE(s.over_samples(0, 2, Metric::queueing).mean);
  EXPECT_THAT(format_tables(s), HasSubstr("3/2/-\n"));
}

TEST(Tables, TellWhatWasUsed) {
  SweepStatistics statistics("s", 1, {plain()}, {"fifo"}, nullptr, {"cpu", "none"});
  RunMetrics run;
  run.time = {{Int128{3}, Int128{0}}, {Int128{8}, Int128{0}}};
  statistics.add(0, 0, 0, run, {});
  Summary const summary = statistics.summary();
  EXPECT_THAT(format_tables(summary), HasSubstr("37.5 -  0\n"));
  EXPECT_THAT(format_tables(summary, {.long_form = true}), HasSubstr("  fifo"));
  json const policy = json::parse(to_json(summary))["points"][0]["policies"][0];
  EXPECT_EQ(policy["utilisation"], json({{"cpu", 0.375}, {"none", nullptr}}));
}

TEST(Csv, QuotesWhatNeedsIt) {
  SweepPoint point = plain();
  point.set = {{"a,b", "\"x \\\"y\\\", z\""}, {"c", "-3"}};
  SweepStatistics statistics("s", 1, {point}, {"drfh:fit=first,permitted=ignore"}, nullptr,
                             {"cpu"});
  auto const tables = csv_tables(statistics.summary());
  EXPECT_EQ(tables[0].second, "point,samples,\"a,b\",c\n0,0,\"x \"\"y\"\", z\",-3\n");
  EXPECT_THAT(tables[1].second,
              HasSubstr("\n0,\"drfh:fit=first,permitted=ignore\",waiting,0,,,,,,,0\n"));
  EXPECT_THAT(tables[5].second, testing::EndsWith(",cpu,\n"));
}

TEST(Csv, ComparisonsStandBesideWhatIsPublished) {
  auto const [name, text] = csv_tables(study())[4];
  EXPECT_EQ(name, "comparisons.csv");
  EXPECT_THAT(text, testing::StartsWith("point,metric,a,b,samples,gain,low,high,against,published,"
                                        "source\n"
                                        "0,waiting,tvtsf,cdrf,2,2,2,2,tsf cdrf,5,A and B 2024\n"));
  EXPECT_EQ(std::ranges::count(text, '\n'), 1 + 2 * 6);
  EXPECT_THAT(text, HasSubstr("\n1,waiting,tvtsf,cdrf,2,2,2,2,tsf cdrf,,\n"));
}

TEST(Json, IsTheObjectOfTheProblemFormat) {
  json const all = json::parse(to_json(study()));
  EXPECT_EQ(all["interrupted"], false);
  EXPECT_EQ(all["scenario"], "study");
  EXPECT_EQ(all["samples"], 2);
  ASSERT_EQ(all["points"].size(), 2u);
  json const& point = all["points"][0];
  EXPECT_EQ(point["set"], json({{"workload.large_share", 0.25}}));
  ASSERT_EQ(point["policies"].size(), 6u);
  EXPECT_EQ(point["policies"][3]["name"], "tsf:memory=slot");
  json const waiting = {{"mean", 10.0}, {"sd", 0.0},  {"variance", 0.0},     {"median", 10},
                        {"p95", 10},    {"p99", 10},  {"sample_mean", 10.0}, {"half_width", 0.0},
                        {"samples", 2}, {"count", 2}, {"unstarted", 0}};
  EXPECT_EQ(point["policies"][3]["waiting"], waiting);
  EXPECT_EQ(point["policies"][3]["completion"]["mean"], 12.0);
  ASSERT_EQ(point["paired"].size(), 6u);
  json const pair = {{"metric", "waiting"}, {"a", "tvtsf"},
                     {"b", "cdrf"},         {"samples", 2},
                     {"gain", 2.0},         {"low", 2.0},
                     {"high", 2.0},         {"against", {"tsf", "cdrf"}},
                     {"published", 5.0},    {"source", "A and B 2024"}};
  EXPECT_EQ(point["paired"][0], pair);
  EXPECT_TRUE(all["points"][1]["paired"][0]["published"].is_null());
  EXPECT_TRUE(all["points"][1]["paired"][0]["source"].is_null());
  json const pairs = json::parse(to_json(study(), {.all_pairs = true}))["points"][0]["paired"];
  EXPECT_EQ(pairs.size(), 3u * 6 * 5);
  EXPECT_EQ(pairs[1]["b"], "cdrf");
  EXPECT_EQ(pairs[1]["against"], json::parse(R"(["cdrf"])"));
}

TEST(Json, UndefinedIsNullAndValuesKeepTheirType) {
  SweepPoint point = plain(2);
  point.set = {{"a", "\"text\""}, {"b", "true"}, {"c", "'raw'"}, {"d", "plain"}, {"e", "-3"}};
  SweepStatistics statistics("s", 1, {point}, {"fifo", "drf"});
  json const all = json::parse(to_json(statistics.summary()));
  json const set = {{"a", "text"}, {"b", true}, {"c", "raw"}, {"d", "plain"}, {"e", -3}};
  EXPECT_EQ(all["points"][0]["set"], set);
  EXPECT_TRUE(all["points"][0]["policies"][0]["waiting"]["mean"].is_null());
  EXPECT_TRUE(all["points"][0]["policies"][0]["waiting"]["p99"].is_null());
  EXPECT_TRUE(all["points"][0]["paired"][0]["gain"].is_null());
}

}  // namespace
}  // namespace fairslot::statistics
