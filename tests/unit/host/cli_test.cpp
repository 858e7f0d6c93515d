// The program as people run it: exit codes, one line of error, what goes to stdout.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "host/forecast/forecast.hpp"
#include "host/scenario/scenario.hpp"
#include "tests/folder.hpp"

namespace fairslot::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

struct Ran {
  int code;
  std::string out, err;
};

class Cli : public FolderTest {
 protected:
  Ran run(std::string const& arguments, std::string const& before = "") const {
    char const* const program = std::getenv("FAIRSLOT_PROGRAM");
    std::string const command = before + " '" + (program ? program : "fairslot") + "' " +
                                arguments + " >'" + path("out") + "' 2>'" + path("err") + "'";
    int const status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(path("out")),
            content(path("err"))};
  }

  void expect_refused(std::string const& arguments, std::string const& part) const {
    Ran const ran = run(arguments);
    EXPECT_EQ(ran.code, 2) << arguments;
    EXPECT_EQ(ran.out, "") << arguments;
    EXPECT_THAT(ran.err, StartsWith("fairslot: ")) << arguments;
    EXPECT_THAT(ran.err, HasSubstr(part)) << arguments;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
  }
};

TEST_F(Cli, RefusesAWrongCommandLineInOneLine) {
  expect_refused("", "no command (allowed: run, solve, validate, show, import, list, report");
  expect_refused("rnu x.toml", "did you mean run?");
  expect_refused("--polcy", "unknown option \"--polcy\"");
  expect_refused("run", "required");
  expect_refused("run x.toml --polcy tsf", "did you mean --policy?");
  expect_refused("run x.txt", "allowed: a scenario, .toml, or a problem, .json");
  expect_refused("run ''", "allowed: a scenario");
  expect_refused("run scenarios/study.toml --threads zero", "--threads");
  expect_refused("run scenarios/study.toml --threads 0", "--threads");
  expect_refused("run scenarios/study.toml --threads", "--threads");
  expect_refused("run scenarios/study.toml --samples 0", "samples: 0 is not allowed");
  expect_refused("run scenarios/study.toml --seed x", "seed: \"x\" is not allowed");
  expect_refused("run scenarios/study.toml --policy tvtfs", "tvtsf");
  expect_refused("run scenarios/study.toml --policy tsf --policy tsf:memory=running",
                 "given twice");
  expect_refused("run scenarios/study.toml --policy 'tsf\nx'", "tsf");
  expect_refused("run 'no\nsuch.toml'", "no such file");
  expect_refused("run scenarios/study.toml --engine fast", "auto");
  expect_refused("run scenarios/study.toml --picks p.csv", "--picks is for problems");
  expect_refused("run scenarios/study.toml scenarios/tvtsf/normal.toml --out x.h5",
                 "--out takes one file to run (2 are given)");
  expect_refused("run scenarios/study.toml scenarios/study.toml",
                 "both would write results/study.h5");
  expect_refused("run no/such.toml", "no/such.toml: no such file");
  expect_refused("run problem.json", "needs --policy");
  expect_refused("run problem.json --policy tsf --set samples=1", "are for scenarios");
  expect_refused("list polices", "did you mean policies?");
  expect_refused("list policies --markdown", "--markdown is for keys");
  expect_refused("list keys --json", "--json is for policies");
  expect_refused("list --json", "--json is for policies");
  expect_refused("show x.json", "not a scenario");
  expect_refused("report nothing.h5", "nothing.h5");
  expect_refused("bench --case s100-u55", "did you mean s100-u50?");
  expect_refused("bench --policy tvtfs", "tvtsf");
  expect_refused("bench --engine fast", "auto");
  expect_refused("bench --list --engine fast", "auto");
  expect_refused("bench --runs 0", "--runs");
  expect_refused("bench --quick --full", "--full");
  expect_refused("bench --json no/such/folder/x.json", "cannot be written");
  expect_refused("bench --json ''", "--json: needs a name");
  expect_refused("run scenarios/study.toml --out ''", "--out: needs a name");
}

TEST_F(Cli, HelpAndVersionAreNoErrors) {
  for (char const* const arguments :
       {"--help", "-h", "run --help", "validate --help", "show --help", "list --help",
        "report --help", "bench --help"}) {
    Ran const ran = run(arguments);
    EXPECT_EQ(ran.code, 0) << arguments;
    EXPECT_EQ(ran.err, "") << arguments;
    EXPECT_THAT(ran.out, HasSubstr("Example")) << arguments;
  }
  EXPECT_THAT(run("--version").out,
              MatchesRegex("fairslot [0-9.]+ \\(commit [0-9a-z-]+\\)\n"
                           "back ends: (CUDA, )?(OpenMP|Threads)?(, )?(Serial)?\n"
                           "Kokkos [0-9.]+, HDF5 [0-9.]+\n"
                           "results: format [0-9]+, numbers [0-9]+\n"));
}

TEST_F(Cli, ShowLoadsBackToTheSameHash) {
  Ran const first =
      run("show scenarios/study.toml --set workload.jobs=7 --set cluster.servers=1000");
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("jobs = 7\n"));
  Ran const second = run("show " + put("again.toml", first.out));
  EXPECT_EQ(second.out, first.out);
}

TEST_F(Cli, ListsWhatCanBeNamed) {
  std::string const all = run("list").out;
  for (char const* const name :
       {"tvtsf", "memory = running, slot", "scan", "workload.large_share", "table3", "inline"})
    EXPECT_THAT(all, HasSubstr(name));
  EXPECT_EQ(run("list keys --markdown").out, scenario::keys_markdown());
}

TEST_F(Cli, BenchListsItsCases) {
  Ran const ran = run("bench --list");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\ns10k-u1k-k4 "));
  Ran const some = run("bench --list --case 's1k-*'");
  EXPECT_THAT(some.out, AllOf(StartsWith("s1k-u100-k2 "), Not(HasSubstr("s10k"))));
  Ran const as_json = run("bench --list --json -");
  EXPECT_EQ(as_json.code, 2);
  EXPECT_THAT(as_json.err, HasSubstr("--list"));
}

TEST_F(Cli, HiddenOptionsStayHidden) {
  EXPECT_THAT(run("bench --nothing").err, AllOf(HasSubstr("--case"), Not(HasSubstr("--sweep"))));
}

TEST_F(Cli, ValidatesEveryFileALineEach) {
  std::string const bad = put("bad.toml", "samples = 0\n");
  Ran const ran = run("validate scenarios/study.toml " + bad + " scenarios/worked/t1.toml");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(
      ran.out,
      StartsWith("scenarios/study.toml: ok: 4 points x 9 policies x 100 samples, 616 M tasks"));
  EXPECT_THAT(ran.out,
              HasSubstr("\nscenarios/worked/t1.toml: ok: 1 point x 1 policy x 1 sample, 20 tasks"));
  EXPECT_EQ(ran.err, "fairslot: " + bad +
                         ":1:11: samples: 0 is not allowed (allowed: integer, 1 .. 2147483647)\n");
}

TEST_F(Cli, RunsAScenario) {
  std::string const out = (folder_ / "t1.h5").string();
  Ran const ran = run("run scenarios/worked/t1.toml --quiet --out '" + out + "'");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, HasSubstr("tvtsf"));
  EXPECT_TRUE(std::filesystem::exists(out));
}

TEST_F(Cli, ReportHandsArgumentsAndExitCodeThrough) {
  std::filesystem::create_directories(folder_ / "analysis");
  put("analysis/report.py", "");
  std::string const results = (folder_ / "results.h5").string();
  run("run scenarios/worked/t1.toml --quiet --out '" + results + "'");
  std::string const python = put("python", "#!/bin/sh\necho \"$2 $3 $4\"\nexit 7\n");
  std::filesystem::permissions(python, std::filesystem::perms::owner_all);
  Ran const ran =
      run("report '" + results + "' --out figures",
          "FAIRSLOT_SOURCE='" + folder_.string() + "' FAIRSLOT_PYTHON='" + python + "'");
  EXPECT_EQ(ran.code, 7) << ran.err;
  EXPECT_EQ(ran.out, results + " --out figures\n");
}

TEST_F(Cli, AFullDiskIsAFailure) {
  char const* const program = std::getenv("FAIRSLOT_PROGRAM");
  std::string const command = std::string("'") + (program ? program : "fairslot") +
                              "' list >/dev/full 2>'" + (folder_ / "err").string() + "'";
  int const status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_THAT(content(path("err")), StartsWith("fairslot: "));
}

TEST(Forecast, NumbersAreRoundedForPeople) {
  EXPECT_EQ(forecast::rounded(0), "0");
  EXPECT_EQ(forecast::rounded(999), "999");
  EXPECT_EQ(forecast::rounded(999.7), "1.0 k");
  EXPECT_EQ(forecast::rounded(12'345'678), "12.3 M");
  EXPECT_EQ(forecast::rounded(616e6), "616 M");
}

}  // namespace
}  // namespace fairslot::cli
