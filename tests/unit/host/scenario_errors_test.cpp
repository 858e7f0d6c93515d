// Every bad scenario is refused in one line that names the place, the key and what is allowed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/host/refusal.hpp"

namespace fairslot::scenario {
namespace {

struct Bad {
  std::string text, place, part;
};

std::string const custom =
    "[[cluster.groups]]\ncapacity = [4, 8]\n[[users]]\njobs = [{demand = [1, 2]}]\n";

std::vector<Bad> const bad = {
    // Not TOML
    {"samples = ", "s.toml:1:", "not TOML"},
    {"samples = 3\nsamples = 4\n", "s.toml:2:", "not TOML"},
    {"[workload]\njobs = 1\n[workload]\nusers = 1\n", "s.toml:3:", "not TOML"},
    {"\xff\xfe", "s.toml:1:1", "not TOML"},
    {"name = \"a", "s.toml:1:", "not TOML"},
    {"[record]\nslots = tru\n", "s.toml:2:", "not TOML"},  // toml++ quotes the line's end
    // Keys
    {"sampels = 3", "s.toml:1:1: sampels:", "did you mean samples?"},
    {"[workload]\nlarge_shar = 0.1",
     "s.toml:2:1: workload.large_shar:", "did you mean large_share?"},
    {"[wrokload]\njobs = 1", "s.toml:1:2: wrokload:", "did you mean workload?"},
    {"[record]\nslot = true", "s.toml:2:1: record.slot:", "allowed in record: slots, every, picks"},
    {"\"\" = 1", "s.toml:1:1:", "unknown key"},
    // Types
    {"samples = 3.0",
     "s.toml:1:11: samples:", "3.0 is not allowed (allowed: integer, 1 .. 2147483647)"},
    {"samples = true", "s.toml:1:11: samples:", "true is not allowed"},
    {"samples = \"3\"", "s.toml:1:11: samples:", "\"3\" is not allowed"},
    {"samples = [3]", "s.toml:1:11: samples:", "a list is not allowed"},
    {"samples = 1979-05-27", "s.toml:1:11: samples:", "a date or time is not allowed"},
    {"name = 3", "s.toml:1:8: name:", "3 is not allowed"},
    {"record = 3", "s.toml:1:10: record:", "an integer (allowed: a table)"},
    {"[record]\nslots = 1", "s.toml:2:9: record.slots:", "true or false"},
    {"sweep = 3", "s.toml:1:9: sweep:", "allowed: a list of tables"},
    {"sweep = [3]", "s.toml:1:10: sweep.0:", "allowed: a table"},
    {"cluster = 3", "s.toml:1:11: cluster:", "allowed: a table"},
    // Values
    {"samples = 0", "s.toml:1:11: samples:", "0 is not allowed"},
    {"samples = -1", "s.toml:1:11: samples:", "-1 is not allowed"},
    {"samples = 99999999999999999999", "s.toml:1:", "not TOML"},
    {"seed = 4294967296", "s.toml:1:8: seed:", "0 .. 4294967295"},
    {"horizon = 2147483648", "s.toml:1:11: horizon:", "0 .. 2147483647"},
    {"name = \"../x\"", "s.toml:1:8: name:", "letters"},
    {"name = \"\"", "s.toml:1:8: name:", "letters"},
    {"name = \".x\"", "s.toml:1:8: name:", "letters"},
    {"policies = []", "s.toml:1:12: policies:", "at least one"},
    {"policies = [3]", "s.toml:1:13: policies:", "allowed: text"},
    {"policies = \"tsf\"", "s.toml:1:12: policies:", "list of texts"},
    {"policies = [\"tsf\", \"tvtfs\"]", "s.toml:1:20: policies:", "tvtsf"},
    {"policies = [\"tsf\", \"tsf:memory=running\"]",
     "s.toml:1:20: policies:", "tsf is listed twice"},
    {"cluster = \"table4\"", "s.toml:1:11: cluster.name:", "did you mean table3?"},
    {"[cluster]\nservers = -5", "s.toml:2:11: cluster.servers:", "0 .. 10000000"},
    {"[cluster]\nservers = 10000001", "s.toml:2:11: cluster.servers:", "0 .. 10000000"},
    {"[cluster]\nresources = [\"a\", \"b\"]", "s.toml:2:13: cluster.resources:", "cpu_milli"},
    {"[workload]\nsubmit = \"per_jbo\"", "s.toml:2:10: workload.submit:", "did you mean per_job?"},
    {"[workload]\nlarge_share = nan", "s.toml:2:15: workload.large_share:", "nan is not allowed"},
    {"[workload]\nlarge_share = inf", "s.toml:2:15: workload.large_share:", "inf is not allowed"},
    {"[workload]\nlarge_share = -0.5", "s.toml:2:15: workload.large_share:", "0 .. 1 or -1"},
    {"[workload]\nlarge_share = 25", "s.toml:2:15: workload.large_share:", "0 .. 1 or -1"},
    {"[workload]\nplacement_probability = 0",
     "s.toml:2:25: workload.placement_probability:", "0.01 .. 1"},
    {"[workload]\ngb_per_percent = 0", "s.toml:2:18: workload.gb_per_percent:", "0.001 .. 10000"},
    {"[workload]\nslot_seconds = 0", "s.toml:2:16: workload.slot_seconds:", "1 .. 1000000"},
    {"[workload]\nlarge_threshold = 1", "s.toml:2:19: workload.large_threshold:", "2 .. 25152"},
    {"[workload]\nusers = 301", "s.toml:2:9: workload.users:", "301 users of 300 jobs"},
    {"[workload]\nkind = \"inline\"", "s.toml:1:", "there are none"},
    {"[workload]\nkind = \"alibaba\"\n[[users]]\n",
     "s.toml:3:3: users:", "only with workload.kind = \"inline\""},
    {"[workload]\njobs = 5\n[[users]]\n",
     "s.toml:2:1: workload.jobs:", "only with workload.kind = \"alibaba\""},
    // Clusters of groups
    {"[[cluster.groups]]\ncount = 3", "s.toml:1:", "cluster.groups.0.capacity: is missing"},
    {"[[cluster.groups]]\ncapacity = []", "s.toml:2:12: cluster.groups.0.capacity:", "0 numbers"},
    {"[[cluster.groups]]\ncapacity = [1, 2, 3, 4, 5, 6, 7, 8, 9]", "s.toml:2:12:", "9 numbers"},
    {"[[cluster.groups]]\ncapacity = [1, -2]",
     "s.toml:2:16: cluster.groups.0.capacity:", "-2 is not allowed"},
    {"[[cluster.groups]]\ncapacity = [1, 1073741825]", "s.toml:2:16:", "1073741825 is not allowed"},
    {"[[cluster.groups]]\ncapacity = [1, 2.0]", "s.toml:2:16:", "2.0 is not allowed"},
    {"[[cluster.groups]]\ncapacity = [1, 2]", "s.toml:1:", "with workload.kind = \"alibaba\""},
    {"[[cluster.groups]]\ncapacity = [1, 2]\n[[cluster.groups]]\ncapacity = [1]\n[[users]]\n",
     "s.toml:4:12:", "1 numbers (allowed: 2"},
    {"[[cluster.groups]]\ncount = 0\ncapacity = [1, 2]",
     "s.toml:2:9: cluster.groups.0.count:", "0 is not allowed"},
    {"[[cluster.groups]]\ncount = 20000\ncapacity = [1073741824, 2]\n[[users]]\n",
     "s.toml:1:", "over all servers"},
    {"[cluster]\nname = \"table3\"\n[[cluster.groups]]\ncapacity = [1, 2]",
     "s.toml:3:11: cluster.groups:", "only with cluster.name"},
    {"[cluster]\nname = \"groups\"", "s.toml:1:", "there are none"},
    {"[cluster]\nresources = [\"a\"]\n[[cluster.groups]]\ncapacity = [1, 2]\n[[users]]\n",
     "s.toml:2:13: cluster.resources:", "1 names"},
    {"[cluster]\nresources = [\"a\", \"a\"]", "s.toml:2:19: cluster.resources:", "listed twice"},
    // Inline jobs
    {custom + "[[users]]\nweight = 0", "s.toml:6:10: users.1.weight:", "0 is not allowed"},
    {custom + "[[users]]\nweight = -1", "s.toml:6:10: users.1.weight:", "-1 is not allowed"},
    {custom + "[[users]]\njobs = [{}]", "s.toml:6:9: users.1.jobs.0.demand:", "is missing"},
    {custom + "[[users]]\njobs = [{demand = [1]}]",
     "s.toml:6:19: users.1.jobs.0.demand:", "1 numbers"},
    {custom + "[[users]]\njobs = [{demand = [0, 0]}]",
     "s.toml:6:19: users.1.jobs.0.demand:", "at least one positive"},
    {custom + "[[users]]\njobs = [{demand = [1, 1], servers = [1]}]",
     "s.toml:6:37: users.1.jobs.0.servers:", "0 .. 0"},
    {custom + "[[users]]\njobs = [{demand = [1, 1], submit = 0}]",
     "s.toml:6:36: users.1.jobs.0.submit:", "1 .. 2147483647"},
    {custom + "[[users]]\njobs = [{demand = [1, 1], task = 2}]",
     "s.toml:6:27: users.1.jobs.0.task:", "did you mean tasks?"},
    // Sweeps
    {"[[sweep]]\nkey = \"seed\"", "s.toml:1:", "sweep.0.values: is missing"},
    {"[[sweep]]\nvalues = [1]", "s.toml:1:", "sweep.0.key: is missing"},
    {"[[sweep]]\nkey = \"seed\"\nvalues = []", "s.toml:3:10: sweep.0.values:", "an empty list"},
    {"[[sweep]]\nkey = \"seed\"\nvalues = [[1]]",
     "s.toml:3:11: sweep.0.values:", "a list is not allowed"},
    {"[[sweep]]\nkey = \"seed\"\nvalues = [1, 1]",
     "s.toml:3:14: sweep.0.values:", "1 is listed twice"},
    {"[[sweep]]\nkey = \"seed\"\nvalues = [1, -2]", "s.toml:3:14: seed:", "-2 is not allowed"},
    {"[[sweep]]\nkey = \"sede\"\nvalues = [1]", "s.toml:3:11: sede:", "did you mean seed?"},
    {"[[sweep]]\nkey = \"workload.large_shar\"\nvalues = [1]",
     "s.toml:3:11: workload.large_shar:", "did you mean large_share?"},
    {"[[sweep]]\nkey = \"workload\"\nvalues = [1]", "s.toml:3:11: workload:", "allowed: a table"},
    {"samples = 2\ncluster = {groups = [{capacity = [4]}]}\nusers = [{jobs = [{demand = [1]}]}]",
     "s.toml:1:11: samples:", "2 samples of jobs that are written out are all the same"},
    {"cluster = {servers = 1, groups = [{capacity = [4]}, {capacity = [8]}]}\n"
     "users = [{jobs = [{demand = [1], servers = [0]}]}]",
     "s.toml:1:", "makes other servers of those that users.0.jobs.0 names"},
    {"cluster = {groups = [{capacity = [4]}, {capacity = [8]}]}\n"
     "users = [{jobs = [{demand = [1], servers = [0]}]}]\n"
     "[[sweep]]\nkey = \"cluster.servers\"\nvalues = [0, 1]",
     "s.toml:5:14: cluster.servers:", "makes other servers"},
    {"policies = [\"tsf\", \"fifo\"]\n[[sweep]]\nkey = \"policies.0\"\nvalues = [\"fifo\"]",
     "s.toml:1:", "fifo is listed twice"},
    {"[[sweep]]\nkey = \"policies.3\"\nvalues = [\"fifo\"]", "s.toml:3:", "no element 3"},
    {"[[sweep]]\nkey = \"policies\"\nvalues = [\"fifo\"]",
     "s.toml:2:7: sweep.0.key:", "not allowed"},
    {"[[sweep]]\nkey = \"cluster\"\nvalues = [\"table3\"]",
     "s.toml:2:7: sweep.0.key:", "not allowed"},
    {"[[sweep]]\nkey = \"cluster.resources.0\"\nvalues = [\"a\"]",
     "s.toml:2:7: sweep.0.key:", "not allowed"},
    {"[[sweep]]\nkey = \"samples\"\nvalues = [1]",
     "s.toml:2:7: sweep.0.key:", "\"samples\" is not allowed"},
    {"[[sweep]]\nkey = \"record.slots\"\nvalues = [true]",
     "s.toml:2:7: sweep.0.key:", "is not allowed"},
    {"[[sweep]]\nkey = \"a..b\"\nvalues = [1]", "s.toml:3:11: a..b:", "not a key"},
    {"[[sweep]]\nkey = \"seed\"\nvalues = [1]\n[[sweep]]\nkey = \"seed\"\nvalues = [2]",
     "s.toml:5:7: sweep.1.key:", "swept twice"},
    {custom + "[[sweep]]\nkey = \"users.1.weight\"\nvalues = [2]",
     "s.toml:7:11: users.1.weight:", "no element 1"},
};

TEST(ScenarioErrors, NamePlaceKeyAndWhatIsAllowed) {
  for (Bad const& b : bad) {
    std::string const message = refusal(b.text);
    EXPECT_THAT(message, testing::StartsWith(b.place)) << b.text;
    EXPECT_THAT(message, testing::HasSubstr(b.part)) << b.text;
    EXPECT_THAT(message, testing::Not(testing::HasSubstr("\n"))) << b.text;
  }
}

TEST(ScenarioErrors, NameTheSetThatIsWrong) {
  EXPECT_THAT(refusal("", {"samples=0"}),
              testing::StartsWith("--set samples=0: samples: 0 is not allowed"));
  EXPECT_THAT(refusal("", {"workload.jbos=3"}), testing::HasSubstr("did you mean jobs?"));
  EXPECT_THAT(refusal("", {"samples"}), testing::HasSubstr("key=value"));
  EXPECT_THAT(refusal("", {"=3"}), testing::HasSubstr("key=value"));
  EXPECT_THAT(refusal("", {"samples="}), testing::HasSubstr("\"\" is not allowed"));
  EXPECT_THAT(refusal("", {"samples=1\nseed=2"}), testing::HasSubstr("is not allowed"));
  EXPECT_THAT(refusal("", {"seed.x=2"}), testing::StartsWith("--set seed.x=2: seed:"));
  EXPECT_THAT(refusal("seed = 1", {"seed.x=2"}), testing::HasSubstr("leads into an integer"));
  EXPECT_THAT(refusal("", {"a.a.a.a.a.a.a.a.a.a=1"}), testing::HasSubstr("not a key"));
}

std::string repeated(std::string const& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(ScenarioErrors, DeepNestingIsRefusedBeforeItIsParsed) {
  std::string const key = repeated("a.", 14'000) + "a",
                    quoted = repeated("\"a\" . 'a'.", 7'000) + "a";
  for (std::string const& text :
       {key + " = 1", quoted + " = 1", "[" + key + "]", "[[" + key + "]]", "x = {" + key + " = 1}",
        "samples = 1 # " + key + "\n" + key + " = 1", "x = \"\"\"a\"\"\"\"\"\n" + key + " = 1",
        "x = '\\'\n" + key + " = 1", "x = \"\\\"\"\n" + key + " = 1", "x = \n" + key + " = 1"})
    EXPECT_THAT(refusal(text), testing::HasSubstr("joined by dots")) << text.substr(0, 40);
  for (std::string const& text :
       {"x = " + std::string(100'000, '['), "x = " + repeated("{a=", 100'000),
        "x = " + repeated("[{a=", 9) + "1"})
    EXPECT_THAT(refusal(text), testing::HasSubstr("inside each other")) << text.substr(0, 40);
  EXPECT_THAT(refusal("", {"x={" + key + " = 1}"}), testing::HasSubstr("joined by dots"));
  EXPECT_THAT(refusal("", {"x=" + std::string(100'000, '[')}),
              testing::HasSubstr("inside each other"));
}

TEST(ScenarioErrors, CommentsAndStringsNestNothing) {
  std::string const dots = repeated("a.", 1'001), open(1'001, '[');
  for (std::string const& text :
       {"# " + dots + open, "samples = 1 # " + dots, "description = \"" + dots + open + "\"",
        "description = '" + dots + open + "'",
        "description = \"\"\"\n\"" + dots + "\n\"\"" + open + "\"\"\"",
        "description = '''\n" + dots + "\n" + open + "'''", "description = \"\\\"" + dots + "\""})
    EXPECT_NO_THROW(parse_scenario(text, "s.toml")) << text.substr(0, 40);
  EXPECT_THAT(refusal("\"" + dots + "\" = 1"), testing::HasSubstr("unknown key"));
}

TEST(ScenarioErrors, HostileTextIsNoCrash) {
  EXPECT_THAT(refusal(std::string(1000, '\0')), testing::HasSubstr("not TOML"));
  EXPECT_THAT(refusal(std::string(5000, 'k') + " = 1").size(), testing::Lt(600u));
}

TEST(ScenarioErrors, FilesThatCannotBeRead) {
  EXPECT_THROW(read_scenario("/no/such/file.toml"), InputError);
  EXPECT_THROW(read_scenario("/"), InputError);
}

TEST(ScenarioErrors, TooManyPoints) {
  std::string text;
  for (char const* const key : {"seed", "horizon", "workload.max_duration"}) {
    text += "[[sweep]]\nkey = \"" + std::string(key) + "\"\nvalues = [1";
    for (int i = 2; i <= 100; ++i) text += ", " + std::to_string(i);
    text += "]\n";
  }
  EXPECT_THAT(refusal(text), testing::HasSubstr("more than 100000 combinations"));
}

}  // namespace
}  // namespace fairslot::scenario
