// A value means the same wherever it is given: in the file, by --set, at a point of a sweep. Tried
// for every key of describe.hpp, found through keys(), by running it.
#include <unistd.h>

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "host/error.hpp"
#include "host/scenario/rules.hpp"
#include "host/scenario/scenario.hpp"
#include "host/statistics/tables.hpp"
#include "host/sweep/run_plan.hpp"
#include "host/traces/draft.hpp"
#include "tests/folder.hpp"

namespace fairslot::scenario {
namespace {

using nlohmann::json;

/// Jobs from the trace.
constexpr char trace[] = R"(
samples = 2
seed = 1
horizon = 0
policies = ["tvtsf", "cdrf"]
[cluster]
name = "table3"
servers = 20
[workload]
kind = "alibaba"
jobs = 60
users = 0
submit_slots = 30
submit = "per_job"
large_share = -1
large_threshold = 500
slot_seconds = 60
max_duration = 20
gb_per_percent = 3.84
demand = "pairs"
placement_probability = 0.3
constrained_share = 1
leave_share = 0.9
leave_within = 20
)";

/// Jobs written out.
constexpr char written[] = R"(
policies = ["tvtsf", "cdrf"]
[cluster]
name = "groups"
groups = [{count = 1, capacity = [8, 9]}, {capacity = [4, 8]}]
[[users]]
weight = 1
jobs = [{submit = 1, tasks = 20, demand = [2, 1], duration = 2, servers = [0, 1]}]
[[users]]
jobs = [{submit = 2, tasks = 9, demand = [1, 3], duration = 3}]
)";

/// Jobs written out that name no servers: a count renumbers them.
constexpr char counted[] = R"(
policies = ["tvtsf", "cdrf"]
[cluster]
name = "groups"
groups = [{count = 1, capacity = [8, 9]}, {capacity = [4, 8]}]
[[users]]
jobs = [{submit = 1, tasks = 20, demand = [2, 1], duration = 2}]
[[users]]
jobs = [{submit = 2, tasks = 9, demand = [1, 3], duration = 3}]
)";

/// A minimum share.
constexpr char least[] = R"(
policies = ["fair"]
[cluster]
groups = [{capacity = [8, 9]}]
[[users]]
min = 0.25
jobs = [{tasks = 20, demand = [1, 1]}]
[[users]]
jobs = [{tasks = 20, demand = [1, 1]}]
)";

/// Queues, and servers of different speeds.
constexpr char queued[] = R"(
policies = ["capacity", "eunomia"]
[queues]
a = 0.5
b = 0.25
[cluster]
groups = [{capacity = [4]}, {capacity = [5]}]
speeds = [1, 2]
[[users]]
queue = "a"
jobs = [{tasks = 20, demand = [1], duration = 2}]
[[users]]
queue = "b"
jobs = [{tasks = 20, demand = [1], duration = 3}]
[[users]]
jobs = [{tasks = 9, demand = [1], duration = 2}]
)";

/// What users and jobs say of themselves beside what they ask for.
constexpr char terms[] = R"(
policies = ["tvtsf", "tvtsf:weights=contribution"]
[cluster]
groups = [{capacity = [8, 9]}, {capacity = [4, 8]}, {capacity = [2, 9]}, {capacity = [6, 6]}]
[[users]]
leave = 4
own = [2, 0]
jobs = [{tasks = 60, demand = [2, 1], duration = 2, weight = 0.5, per_server = 3}]
[[users]]
jobs = [{submit = 2, tasks = 30, demand = [1, 3], duration = 3}]
)";

/// Servers that fail at random.
constexpr char failing[] = R"(
policies = ["tsf"]
samples = 2
horizon = 60
[workload]
jobs = 30
submit_slots = 30
[cluster]
servers = 5
failure_share = 0.5
failure_within = 30
repair_slots = 10
)";

/// Servers that go down when they are told to.
constexpr char eventful[] = R"(
policies = ["tvtsf", "cdrf"]
[cluster]
groups = [{capacity = [4]}, {capacity = [5]}]
[[users]]
jobs = [{tasks = 20, demand = [1], duration = 4}]
[[events]]
slot = 3
server = 0
up = false
)";

/// A user's weight and a queue's guarantee change.
constexpr char reweighed[] = R"(
policies = ["tvtsf", "cdrf"]
[[events]]
slot = 2
user = 1
weight = 0.5
[cluster]
groups = [{capacity = [4]}, {capacity = [5]}]
[[users]]
jobs = [{tasks = 20, demand = [1], duration = 4}]
[[users]]
jobs = [{tasks = 20, demand = [1], duration = 3}]
)";
/// Another policy picks.
constexpr char governed[] = R"(
policies = ["fifo"]
[[events]]
slot = 3
policy = "tvtsf"
[cluster]
groups = [{capacity = [4]}, {capacity = [5]}]
[[users]]
jobs = [{tasks = 60, demand = [1], duration = 2}]
[[users]]
weight = 3
jobs = [{submit = 2, tasks = 60, demand = [1], duration = 3}]
)";
constexpr char guaranteed[] = R"(
policies = ["capacity"]
[[events]]
slot = 2
queue = "a"
guarantee = 0.125
[queues]
a = 0.5
b = 0.25
[cluster]
groups = [{capacity = [4]}, {capacity = [5]}]
[[users]]
queue = "a"
jobs = [{tasks = 20, demand = [1], duration = 4}]
[[users]]
queue = "b"
jobs = [{tasks = 20, demand = [1], duration = 3}]
)";

/// Jobs of named distributions.
constexpr char synthetic[] = R"(
policies = ["tvtsf", "cdrf"]
samples = 2
horizon = 200
[cluster]
groups = [{count = 3, capacity = [8, 9], attributes = ["gpu"]}, {count = 2, capacity = [6, 8]},
          {capacity = [9, 9], attributes = ["ssd", "gpu"]}]
[workload]
kind = "synthetic"
load = 0.9
users = 6
submit_slots = 80
tasks = "pareto:most=20"
duration = "exponential:mean=9"
demands = ["uniform:most=4", "uniform:most=3"]
correlation = 0
user_skew = 0
arrivals = "bursty"
on_slots = 5
off_slots = 15
off_rate = 0.5
needs = {gpu = 0.5, ssd = 0.0}
)";
constexpr char daily[] = R"(
policies = ["tvtsf"]
cluster.groups = [{count = 2, capacity = [8]}]
[workload]
kind = "synthetic"
jobs = 60
users = 6
submit_slots = 48
slot_seconds = 1800
tasks = "pareto:most=20"
duration = "exponential:mean=9000"
demands = ["uniform:most=4"]
arrivals = "diurnal"
hourly_rates = [3, 0, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
)";

/// Jobs of a trace: "short" has other durations than "long".
std::string trace_path(std::string const& name) {
  auto const folder = "fairslot_test_" + std::to_string(getpid());
  return (std::filesystem::temp_directory_path() / folder / (name + ".h5")).string();
}
void put_trace(std::string const& name, std::int64_t duration_ms) {
  traces::Draft draft(std::filesystem::temp_directory_path().string());
  draft.format = "test";
  draft.resources = {"a", "b"};
  for (std::int32_t job = 0; job < 24; ++job) {
    traces::TracedJob const one{.submit = job * 1000,
                                .duration = job % 5 == 4 ? -1 : duration_ms * (1 + job % 3),
                                .user = draft.users.number("u" + std::to_string(job % 3)),
                                .name = draft.names.number("j"),
                                .tasks = 1 + job % 4,
                                .allowed = job % 2 ? 0 : -1,
                                .demand = {1 + job % 2, 1}};
    draft.jobs.add(one);
  }
  draft.classes.number("x"), draft.classes.number("y");
  draft.allowed = {{0}};
  traces::write_trace(trace_path(name), draft);
}
std::string const replayed = R"(
policies = ["tvtsf", "cdrf"]
samples = 2
cluster.groups = [{count = 2, capacity = [3, 4], class = "x"}, {capacity = [4, 4], class = "y"}]
[workload]
kind = "trace"
trace = ")" + trace_path("long") +
                             R"("
time_scale = 2
departures = true
unknown_duration = 3
order = "shuffled"
resample = 20
from_s = 1
to_s = 22
inflate = {resource = "a", factor = 4}
)";

/// How a key is tried: what stands in the file, and what else may stand there.
struct Trial {
  char const* base;
  std::string given;                ///< unique text of the file, "jobs = 60"
  std::vector<std::string> values;  ///< TOML; the given one is not among them
  bool differs = true;              ///< the values give different results
};

/// By key of keys(); its list elements are those with index 0.
std::map<std::string, Trial> const& trials() {
  static std::map<std::string, Trial> const all = {
      {"policies.0", {trace, "\"tvtsf\"", {"\"tvtsf:h=full\"", "\"tvtsf:h=fluid\"", "\"fifo\""}}},
      {"seed", {trace, "seed = 1", {"2", "3"}}},
      {"horizon", {trace, "horizon = 0", {"10", "20"}}},
      {"cluster.name", {trace, "name = \"table3\"", {"\"table3\""}, false}},
      {"cluster.servers", {trace, "servers = 20", {"10", "30"}}},
      {"cluster.groups.0.count", {counted, "count = 1", {"2", "3"}}},
      {"cluster.groups.0.capacity.0", {written, "8, 9", {"3", "5"}}},
      {"workload.kind", {trace, "kind = \"alibaba\"", {"\"alibaba\""}, false}},
      {"workload.jobs", {trace, "jobs = 60", {"50", "70"}}},
      {"workload.users", {trace, "users = 0", {"5", "9"}}},
      {"workload.submit_slots", {trace, "submit_slots = 30", {"10", "50"}}},
      {"workload.submit", {trace, "submit = \"per_job\"", {"\"per_job\"", "\"per_task\""}}},
      {"workload.large_share", {trace, "large_share = -1", {"0", "0.2"}}},
      {"workload.large_threshold", {trace, "large_threshold = 500", {"500", "600"}, false}},
      {"workload.slot_seconds", {trace, "slot_seconds = 60", {"30", "90"}}},
      {"workload.max_duration", {trace, "max_duration = 20", {"1", "2"}}},
      {"workload.gb_per_percent", {trace, "gb_per_percent = 3.84", {"2.56", "5.12"}}},
      {"workload.demand", {trace, "demand = \"pairs\"", {"\"independent\"", "\"rows\""}}},
      {"workload.placement_probability", {trace, "placement_probability = 0.3", {"0.1", "0.6"}}},
      {"workload.constrained_share", {trace, "constrained_share = 1", {"0.0", "0.5"}}},
      {"workload.leave_share", {trace, "leave_share = 0.9", {"0.0", "1"}}},
      {"workload.leave_within", {trace, "leave_within = 20", {"5", "40"}}},
      {"workload.load", {synthetic, "load = 0.9", {"0.3", "1.5"}}},
      {"workload.tasks",
       {synthetic, "tasks = \"pareto:most=20\"", {"\"constant\"", "\"zipf:ranks=9\""}}},
      {"workload.duration",
       {synthetic,
        "duration = \"exponential:mean=9\"",
        {"\"exponential:mean=8\"", "\"weibull:scale=4\""}}},
      {"workload.demands.0",
       {synthetic, "\"uniform:most=4\"", {"\"constant\"", "\"empirical:1,4\""}}},
      {"workload.correlation", {synthetic, "correlation = 0", {"1", "-0.5"}}},
      {"workload.user_skew", {synthetic, "user_skew = 0", {"0.5", "2"}}},
      {"workload.arrivals", {synthetic, "arrivals = \"bursty\"", {"\"bursty\""}, false}},
      {"workload.hourly_rates.0", {daily, "3, 0", {"9", "0"}}},
      {"workload.on_slots", {synthetic, "on_slots = 5", {"2", "9"}}},
      {"workload.off_slots", {synthetic, "off_slots = 15", {"9", "30"}}},
      {"workload.off_rate", {synthetic, "off_rate = 0.5", {"0", "0.25"}}},
      {"workload.needs.gpu", {synthetic, "gpu = 0.5", {"0.0", "1"}}},
      {"cluster.groups.0.class", {replayed.c_str(), "class = \"x\"", {"\"x\"", "\"y\""}}},
      {"workload.trace",
       {replayed.c_str(),
        "trace = \"" + trace_path("long") + "\"",
        {"\"" + trace_path("long") + "\"", "\"" + trace_path("short") + "\""}}},
      {"workload.time_scale", {replayed.c_str(), "time_scale = 2", {"1", "4"}}},
      {"workload.departures", {replayed.c_str(), "departures = true", {"true", "false"}}},
      {"workload.unknown_duration", {replayed.c_str(), "unknown_duration = 3", {"1", "30"}}},
      {"workload.order", {replayed.c_str(), "order = \"shuffled\"", {"\"trace\"", "\"shuffled\""}}},
      {"workload.resample", {replayed.c_str(), "resample = 20", {"0", "40"}}},
      {"workload.from_s", {replayed.c_str(), "from_s = 1", {"0", "9"}}},
      {"workload.to_s", {replayed.c_str(), "to_s = 22", {"12", "17"}}},
      {"workload.inflate.factor", {replayed.c_str(), "factor = 4", {"1", "2.5"}}},
      {"cluster.groups.0.attributes.0", {synthetic, "\"gpu\"", {"\"gpu\"", "\"ssd\""}}},
      {"users.0.leave", {terms, "leave = 4", {"2", "7"}}},
      {"users.0.own.0", {terms, "2, 0", {"1", "3"}}},
      {"users.0.jobs.0.weight", {terms, "weight = 0.5", {"0.25", "8"}}},
      {"users.0.jobs.0.per_server", {terms, "per_server = 3", {"1", "2"}}},
      {"queues.b", {queued, "b = 0.25", {"0.05", "0.5"}}},
      {"cluster.speeds.0", {queued, "1, 2", {"0.5", "4"}}},
      {"cluster.failure_share", {failing, "failure_share = 0.5", {"0.0", "1"}}},
      {"cluster.failure_within", {failing, "failure_within = 30", {"1", "20"}}},
      {"cluster.repair_slots", {failing, "repair_slots = 10", {"1", "30"}}},
      {"events.0.slot", {eventful, "slot = 3", {"1", "6"}}},
      {"events.0.server", {eventful, "server = 0", {"0", "1"}}},
      {"events.0.up", {eventful, "up = false", {"false"}, false}},
      {"events.0.user", {reweighed, "user = 1", {"0", "1"}}},
      {"events.0.weight", {reweighed, "weight = 0.5", {"0.25", "8"}}},
      {"events.0.queue", {guaranteed, "queue = \"a\"", {"\"b\"", "\"a\""}}},
      {"events.0.guarantee", {guaranteed, "guarantee = 0.125", {"0.0625", "0.5"}}},
      {"events.0.policy", {governed, "policy = \"tvtsf\"", {"\"fair:resource=0\"", "\"lt_drf\""}}},
      {"users.0.queue", {queued, "queue = \"a\"", {"\"a\"", "\"b\""}}},
      {"users.0.min", {least, "min = 0.25", {"0", "0.9"}}},
      {"users.0.weight", {written, "weight = 1", {"3", "0.25"}}},
      {"users.0.jobs.0.submit", {written, "submit = 1", {"3", "4"}}},
      {"users.0.jobs.0.tasks", {written, "tasks = 20", {"7", "11"}}},
      {"users.0.jobs.0.demand.0", {written, "2, 1", {"3", "4"}}},
      {"users.0.jobs.0.duration", {written, "duration = 2", {"5", "6"}}},
      {"users.0.jobs.0.servers.0", {written, "0, 1", {"0", "1"}}},
  };
  return all;
}

/// "users[].jobs[].servers" of type "list of integers" as a key with one value.
std::string one_value(KeyInfo const& info) {
  std::string key = info.key;
  for (std::size_t at; (at = key.find("[]")) != std::string::npos;) key.replace(at, 2, ".0");
  return info.type.starts_with("list of ") ? key + ".0" : key;
}

class SweepKeys : public FolderTest {
 protected:
  /// What is said of each point as JSON: its policies and gains.
  void SetUp() override {
    FolderTest::SetUp();
    put_trace("long", 4000), put_trace("short", 1000);
  }

  std::vector<json> points_of(std::string const& text, std::vector<std::string> const& sets = {},
                              std::vector<std::string> const& policies = {}) const {
    sweep::Plan const plan =
        sweep::read_plan(put("keys.toml", text), {sets, policies, path("keys.h5")});
    require_same_points(plan);
    auto const outcome = sweep::run_plan(plan, {.existing = Existing::replace});
    EXPECT_TRUE(outcome.complete);
    std::vector<json> points;
    json all = json::parse(statistics::to_json(outcome.summary));
    for (json& point : all["points"]) {
      point.erase("set");
      points.push_back(std::move(point));
    }
    return points;
  }

  /// What reading has built is what the effective scenario, stored with the results, says.
  static void require_same_points(sweep::Plan const& plan) {
    auto const points = sweep_points(plan.scenario);
    ASSERT_EQ(plan.points.size(), points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      EXPECT_EQ(plan.points[i].set, points[i].set);
      EXPECT_EQ(plan.points[i].scenario, points[i].scenario);
    }
  }

  static std::string swept(std::string const& text, std::string const& key,
                           std::vector<std::string> const& values) {
    std::string list;
    for (std::string const& value : values) list += value + ", ";
    return text + "\n[[sweep]]\nkey = \"" + key + "\"\nvalues = [" + list + "]\n";
  }
};

/// The text with a value in place of the given one: behind " = ", or the first of a list.
std::string in_file(Trial const& trial, std::string const& value) {
  std::string text = trial.base;
  std::string const& given = trial.given;
  auto const assign = given.find(" = ");
  std::string const tail = given.find(", ") == std::string::npos ? "" : given.substr(1);
  std::string const replaced =
      assign == std::string::npos ? value + tail : given.substr(0, assign + 3) + value;
  return text.replace(text.find(given), given.size(), replaced);
}

TEST_F(SweepKeys, GiveTheSameResultsInTheFileBySetAndBySweep) {
  for (auto const& [key, trial] : trials()) {
    SCOPED_TRACE(key);
    ASSERT_NE(std::string(trial.base).find(trial.given), std::string::npos);
    auto const points = points_of(swept(trial.base, key, trial.values));
    ASSERT_EQ(points.size(), trial.values.size());
    for (std::size_t i = 0; i < trial.values.size(); ++i) {
      SCOPED_TRACE(trial.values[i]);
      EXPECT_EQ(points_of(in_file(trial, trial.values[i])), std::vector{points[i]});
      EXPECT_EQ(points_of(trial.base, {key + "=" + trial.values[i]}), std::vector{points[i]});
    }
    EXPECT_EQ(points.front() != points.back(), trial.differs);
  }
}

TEST_F(SweepKeys, EveryKeyIsTriedOrRefused) {
  for (KeyInfo const& info : keys()) {
    std::string const key = one_value(info);
    if (info.type == "list of tables" || info.key.starts_with("sweep")) continue;
    EXPECT_NE(is_sweepable(key), trials().count(key) == 0) << key;
    if (info.type.starts_with("list of ")) {
      EXPECT_THROW(parse_scenario(swept(trace, info.key, {"1"}), "s"), InputError) << info.key;
    }
  }
}

}  // namespace
}  // namespace fairslot::scenario
