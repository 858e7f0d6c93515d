// Problem files: what is read, what is refused and in which words, what a run of one leaves behind.
#include <unistd.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "host/cli/run_problem.hpp"
#include "host/error.hpp"
#include "host/problem/problem_json.hpp"
#include "tests/folder.hpp"

namespace fairslot::problem {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr char const* good =
    R"({"K": 2, "T": 6, "resources": ["cpu", "mem"], "servers": [[4, 8], [2, 2]],
 "speeds": [1, 2.5], "users": [{"weight": 1, "jobs": [
  {"submit": 1, "tasks": 10, "demand": [1, 2], "duration": 3, "servers": [0]}]}, {"jobs": []}]})";

/// `good` with the first `from` replaced.
std::string with(std::string const& from, std::string const& to) {
  std::string text = good;
  auto const at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

class ProblemFiles : public FolderTest {
 protected:
  std::string write(std::string const& text) const { return put("p.json", text); }

  /// The message, without the folder; "" where the text is accepted.
  std::string refusal(std::string const& text) const {
    try {
      read_problem(write(text));
      return "";
    } catch (InputError const& error) {
      std::string message = error.what();
      EXPECT_TRUE(message.starts_with((folder_ / "p.json").string())) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      return message.substr((folder_ / "").string().size());
    }
  }
  void refused(std::string const& text, std::string const& part) const {
    EXPECT_THAT(refusal(text), HasSubstr(part)) << text.substr(0, 300);
  }
  void accepted(std::string const& text) const { EXPECT_EQ(refusal(text), "") << text; }
};

TEST_F(ProblemFiles, AreRead) {
  File const file = read_problem(write(good));
  Problem const& p = file.problem;
  EXPECT_THAT(file.resources, ElementsAre("cpu", "mem"));
  EXPECT_EQ(p.resources, 2);
  EXPECT_EQ(p.horizon, 6);
  EXPECT_THAT(p.capacity, ElementsAre(4, 2, 8, 2));
  EXPECT_THAT(p.speed, ElementsAre(1, 2.5));
  EXPECT_THAT(p.weight, ElementsAre(1, 1));
  EXPECT_THAT(p.submit, ElementsAre(1));
  EXPECT_THAT(p.tasks, ElementsAre(10));
  EXPECT_THAT(p.duration, ElementsAre(3));
  EXPECT_THAT(p.demands, ElementsAre(1, 2));
  EXPECT_THAT(p.placements, ElementsAre(1u));
}

TEST_F(ProblemFiles, MayLeaveOutWhatHasADefault) {
  accepted(with("\"T\": 6, ", ""));
  accepted(with("\"T\": 6", "\"T\": null"));
  accepted(with("\"T\": 6", "\"T\": 0"));
  accepted(with(", \"servers\": [0]", ""));
  accepted(with("\"servers\": [0]", "\"servers\": null"));
  accepted(with("\"servers\": [0]", "\"servers\": []"));
  accepted(with("\"servers\": [0]", "\"servers\": [1, 0, 1]"));
  accepted(R"({"K": 1, "servers": [], "users": []})");
}

TEST_F(ProblemFiles, QueuesAreRead) {
  std::string const queues = "\"queues\": {\"a\": 0.5, \"a/b\": 0.5, \"c\": 0.25}, \"users\"";
  auto const in = [&](std::string const& queue) {
    std::string text = with("\"users\"", queues);
    text.insert(text.find("{\"jobs\""), "{\"queue\": \"" + queue + "\", \"jobs\": []}, ");
    return text;
  };
  Problem const p = read_problem(write(in("a/b"))).problem;
  EXPECT_THAT(p.guarantee, ElementsAre(0.5, 0.25, 0.25));
  EXPECT_THAT(p.part, ElementsAre(0.5, 0.5, 0.25));
  EXPECT_THAT(p.outer, ElementsAre(-1, 0, -1));
  EXPECT_EQ(p.queue[1], 1);
  EXPECT_EQ(p.queue[0], -1);
  accepted(in("c"));
  refused(in("a"), "/users/1/queue: \"a\" has queues in it");
  refused(in("d"), "/users/1/queue: \"d\" is no name in \"queues\"");
  refused(with("\"users\"", "\"queues\": {\"a\": 0}, \"users\""),
          "/queues/a: 0 (allowed: a number above 0");
  refused(with("\"users\"", "\"queues\": {\"a\": 1.5}, \"users\""), "/queues/a: 1.5");
  refused(with("\"users\"", "\"queues\": {\"a/b\": 0.5}, \"users\""),
          "/queues/a~1b: \"a/b\" is in no queue");
  refused(with("\"users\"", "\"queues\": {\"a\": 0.7, \"b\": 0.4}, \"users\""), "sum to 1.1");
  refused(with("\"users\"", "\"queues\": {\"a\": 0.5, \"a/b\": 0.7, \"a/c\": 0.4}, \"users\""),
          "/queues/a~1c: the queues in \"a\" sum to 1.1 (allowed: at most 1)");
  accepted(
      with("\"users\"", "\"queues\": {\"a\": 1, \"a/b\": 0.7, \"a/c\": 0.3000000005}, \"users\""));
  refused(with("\"users\"", "\"queues\": [1], \"users\""), "/queues: [1] is no object");
}

TEST_F(ProblemFiles, RefuseOtherKeys) {
  refused(with("\"submit\"", "\"sumbit\""), "p.json: /users/0/jobs/0: unknown key \"sumbit\"");
  refused(with("\"submit\"", "\"sumbit\""), "did you mean \"submit\"?");
  refused(with("\"weight\"", "\"wieght\""), "did you mean \"weight\"?");
  refused(with("\"T\"", "\"X\""), "allowed: K, T, resources, servers, speeds, queues, users");
  refused(with("\"T\": 6", "\"T\": 6, \"T\": 6"), "p.json:1:18: /T: the key is there twice");
  refused(with("\"tasks\": 10", "\"tasks\": 10, \"tasks\": 10"), "/users/0/jobs/0/tasks");
  refused(with("\"K\": 2, ", ""), "\"K\" is missing");
  refused(with("\"tasks\": 10, ", ""), "/users/0/jobs/0: \"tasks\" is missing");
  refused(with(R"({"jobs": []})", "{}"), "/users/1: \"jobs\" is missing");
}

TEST_F(ProblemFiles, RefuseOtherTypes) {
  refused(with("[1, 2]", "[1, 3.0]"),
          "p.json: /users/0/jobs/0/demand/1: 3.0 (allowed: an integer, 0 to 1073741824)");
  refused(with("[1, 2]", "[1, true]"), "/users/0/jobs/0/demand/1: true");
  refused(with("[1, 2]", "[1, \"2\"]"), "/users/0/jobs/0/demand/1: \"2\"");
  refused(with("\"T\": 6", "\"T\": 6.0"), "/T: 6.0");
  refused(with("\"tasks\": 10", "\"tasks\": 1e1"), "/users/0/jobs/0/tasks");
  refused(with("\"weight\": 1", "\"weight\": true"), "/users/0/weight: true");
  refused(with("\"weight\": 1", "\"weight\": null"), "/users/0/weight: null");
  refused(with("[[4, 8], [2, 2]]", "{}"), "/servers: {}");
  refused(with("[4, 8]", "4"), "/servers/0: 4");
  refused(with("\"cpu\"", "1"), "/resources/0: 1");
  refused("[]", "[] is no object");
}

TEST_F(ProblemFiles, RefuseWhatIsOutOfRange) {
  refused(with("\"K\": 2", "\"K\": 9"), "/K: 9 (allowed: an integer, 1 to 8)");
  refused(with("\"K\": 2", "\"K\": 0"), "/K: 0");
  refused(with("\"T\": 6", "\"T\": -1"), "/T: -1");
  refused(with("\"T\": 6", "\"T\": 2147483648"), "/T: 2147483648");
  accepted(with("\"T\": 6", "\"T\": 2147483647"));
  refused(with("\"submit\": 1", "\"submit\": 0"), "/users/0/jobs/0/submit: 0");
  refused(with("\"tasks\": 10", "\"tasks\": 0"), "/users/0/jobs/0/tasks: 0");
  refused(with("\"duration\": 3", "\"duration\": 2147483648"), "/users/0/jobs/0/duration");
  refused(with("[4, 8]", "[4, 1073741825]"), "/servers/0/1: 1073741825");
  refused(with("[4, 8]", "[4, 18446744073709551616]"), "/servers/0/1");
  refused(with("[4, 8]", "[4, 18446744073709551615]"), "/servers/0/1");
  refused(with("[4, 8]", "[4, 1e400]"), "/servers/0/1");
  accepted(with("[4, 8]", "[4, 1073741824]"));
  refused(with("[1, 2]", "[0, 0]"), "/users/0/jobs/0/demand: asks for nothing");
  refused(with("[1, 2]", "[1]"), "/users/0/jobs/0/demand");
  refused(with("[1, 2.5]", "[1]"), "/speeds");
  refused(with("[1, 2.5]", "[1, 1025]"), "/speeds/1");
  refused(with("\"weight\": 1", "\"weight\": 0"), "/users/0/weight: 0");
  refused(with("\"weight\": 1", "\"weight\": 4294967297"), "/users/0/weight");
  accepted(with("\"weight\": 1", "\"weight\": 2.3283064365386963e-10"));
  refused(with("\"servers\": [0]", "\"servers\": [2]"), "/users/0/jobs/0/servers/0: 2");
  refused(with("\"servers\": [0]", "\"servers\": [0, -1]"), "/users/0/jobs/0/servers/1: -1");
}

TEST_F(ProblemFiles, RefuseMoreOfAResourceThan2To44) {
  auto const of = [](int servers) {
    std::string text = R"({"K": 2, "users": [], "servers": [[1, 0])";
    for (int m = 0; m < servers; ++m) text += ", [1, 1073741824]";
    return text + "]}";
  };
  accepted(of(16384));
  refused(of(16385), "/servers: resource 1 adds up to 17593259786240");
}

TEST_F(ProblemFiles, RefuseWhatIsNoJson) {
  refused("", "empty");
  refused(" \n", "empty");
  refused(std::string(good).substr(0, 100), "p.json:2:");
  refused(std::string(good) + "x", "not JSON");
  refused("{\"K\": NaN}", "not JSON");
  refused("{\"K\xff\": 1}", "not JSON");
  refused("// a remark\n{}", "p.json:1:1: not JSON");
  refused(std::string(1000000, '['), "nested too deeply");
  refused(with("[1, 2]", std::string(1000, '[') + std::string(1000, ']')),
          "/users/0/jobs/0/demand/0/0");
}

TEST_F(ProblemFiles, RefuseWhatIsNoFile) {
  EXPECT_THROW(read_problem(path("missing.json")), InputError);
  fs::create_directory(folder_ / "folder.json");
  EXPECT_THROW(read_problem(path("folder.json")), InputError);
}

/// run_problem() on `good`, quietly; what it prints is tests/golden's.
class ProblemRuns : public ProblemFiles {
 protected:
  cli::ProblemRun request(std::vector<std::string> policies) const {
    cli::ProblemRun request;
    request.path = write(good);
    request.policies = std::move(policies);
    request.quiet = true;
    return request;
  }
  static ExitCode run(cli::ProblemRun const& request) {
    testing::internal::CaptureStdout();
    try {
      ExitCode const code = run_problem(request);
      testing::internal::GetCapturedStdout();
      return code;
    } catch (...) {
      testing::internal::GetCapturedStdout();
      throw;
    }
  }
};

TEST_F(ProblemRuns, WritePicks) {
  cli::ProblemRun r = request({"fifo"});
  r.picks = path("picks.csv");
  EXPECT_EQ(run(r), ExitCode::ok);
  EXPECT_THAT(content(r.picks), testing::StartsWith("slot,user,job,server\n1,0,0,0\n1,0,0,0\n"));
  std::string const first = content(r.picks);
  EXPECT_THROW(run(r), InputError);
  r.force = true;
  EXPECT_EQ(run(r), ExitCode::ok);  // replaces it
  EXPECT_EQ(content(r.picks), first);
}

TEST_F(ProblemRuns, LeaveNoOtherFiles) {
  cli::ProblemRun r = request({"fifo"});
  r.picks = path("picks.csv");
  EXPECT_EQ(run(r), ExitCode::ok);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 2);
}

TEST_F(ProblemRuns, RefuseEqualPolicies) {
  EXPECT_THROW(run(request({"tsf", "tsf:memory=running"})), InputError);
  EXPECT_THROW(run(request({"tsff"})), PolicyError);
}

TEST_F(ProblemRuns, RefusePicksOfTwoPolicies) {
  cli::ProblemRun r = request({"tsf", "fifo"});
  r.picks = path("picks.csv");
  EXPECT_THROW(run(r), InputError);
  EXPECT_FALSE(fs::exists(r.picks));
}

TEST_F(ProblemRuns, NeverReplaceTheProblem) {
  cli::ProblemRun r = request({"fifo"});
  r.picks = r.path;
  EXPECT_THROW(run(r), InputError);
  r.picks = folder_.string();
  EXPECT_THROW(run(r), InputError);
  r.picks = r.out = path("both");
  EXPECT_THROW(run(r), InputError);
  EXPECT_EQ(content(r.path), good);
}

TEST_F(ProblemRuns, EndWithAMessageWhereASumOverflows) {
  cli::ProblemRun r = request({"fifo"});
  r.path = write(R"({"K": 1, "servers": [[1]], "users": [{"jobs": [
    {"submit": 1, "tasks": 100000, "demand": [1], "duration": 2147483647}]}]})");
  r.picks = path("picks.csv");
  try {
    run(r);
    FAIL() << "no overflow";
  } catch (std::runtime_error const& error) {
    EXPECT_THAT(error.what(), HasSubstr("queue_sum passed 2^63-1"));
  }
  EXPECT_FALSE(fs::exists(r.picks));
}

}  // namespace
}  // namespace fairslot::problem
