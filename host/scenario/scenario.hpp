/// A scenario: one TOML file, one struct with defaults. Keys, units, defaults and what they mean:
/// host/scenario/describe.hpp, and generated from it scenarios/README.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/data/embedded.hpp"
#include "host/events.hpp"
#include "host/scenario/shared.hpp"
#include "host/scenario/written.hpp"
#include "host/traces/trace.hpp"
#include "kernels/list.hpp"

namespace fairslot::scenario {

struct Scenario {
  enum class ClusterName { table3, groups, trace };
  enum class Kind { alibaba, inline_jobs, synthetic, trace };
  enum class Order { trace, shuffled };
  enum class Submit { per_job, per_task };
  enum class Demand { pairs, independent, rows };
  enum class Arrivals { poisson, diurnal, bursty };

  struct Group {
    std::int64_t count = 1;
    std::vector<std::int64_t> capacity;  ///< [K]
    std::vector<std::string> attributes;
    std::string of_class;  ///< of the classes that a trace's jobs are allowed; empty: of none
    bool operator==(Group const&) const = default;
  };
  static constexpr std::int64_t default_failure_within = 600;
  struct Cluster {
    ClusterName name = ClusterName::table3;
    std::int64_t servers = 0;             ///< 0: as listed
    std::vector<std::string> resources;   ///< [K] names; filled in by read_scenario
    Shared<std::vector<Group>> groups;    ///< empty for table3
    std::vector<double> speeds;           ///< [types] in the order of the servers; empty: all 1
    std::optional<double> failure_share;  ///< of the servers go down once; nullopt: 0
    std::optional<std::int64_t> failure_within;  ///< slots; nullopt: default_failure_within
    std::optional<std::int64_t> repair_slots;    ///< nullopt: down for ever
    std::shared_ptr<traces::Trace const> nodes;  ///< of name trace; filled in by read_scenario
    bool fails() const { return failure_share.value_or(0.0) > 0.0; }
    bool operator==(Cluster const&) const = default;
  };
  /// Jobs are repeated or cut until all of them together need so much of a resource.
  struct Inflation {
    std::string resource;
    double factor;  ///< of what the cluster has
    bool operator==(Inflation const&) const = default;
  };
  struct Workload {
    Kind kind = Kind::alibaba;
    std::int64_t jobs = 300;
    std::int64_t users = 0;  ///< 0: a job a user
    std::int64_t submit_slots = 600;
    Submit submit = Submit::per_job;
    double large_share = -1.0;  ///< -1: the trace's own mix
    std::int64_t large_threshold = 500;
    std::int64_t slot_seconds = 1;
    std::int64_t max_duration = 0;  ///< slots; 0: no limit
    double gb_per_percent = 3.84;
    Demand demand = Demand::pairs;
    double placement_probability = 0.3;
    double constrained_share = 1.0;
    double leave_share = 0.0;
    std::int64_t leave_within = 300;      ///< slots
    std::map<std::string, double> needs;  ///< of an attribute, with a probability
    // Of kind synthetic.
    double load = 0.0;                                      ///< 0: so many jobs
    std::string tasks = "constant", duration = "constant";  ///< distributions
    std::vector<std::string> demands;                       ///< [K] distributions
    double correlation = 0.0, user_skew = 0.0;
    Arrivals arrivals = Arrivals::poisson;
    std::vector<double> hourly_rates;  ///< [24] where arrivals are diurnal
    std::int64_t on_slots = 20, off_slots = 60;
    double off_rate = 0.0;
    // Of kind trace.
    std::string trace;                         ///< a trace file as it is named
    std::shared_ptr<traces::Trace const> log;  ///< what is in it; filled in by read_scenario
    double time_scale = 1.0;
    bool departures = true;
    std::int64_t unknown_duration = 0;  ///< slots; 0: refused
    Order order = Order::trace;
    std::int64_t resample = 0;         ///< jobs; 0: those of the trace
    std::int64_t from_s = 0;           ///< seconds from the first submission
    std::optional<std::int64_t> to_s;  ///< nullopt: to the last one
    std::optional<Inflation> inflate;

    Written written;  ///< filled in by read_scenario

    /// Of hourly_rates, over the slot's hours, of the day in which slot 1 begins at midnight.
    double mean_rate(std::int64_t slot) const;
    std::int64_t slots_of(std::int64_t seconds) const {
      std::int64_t const whole =
          std::max<std::int64_t>(1, (seconds + slot_seconds - 1) / slot_seconds);
      return max_duration ? std::min(whole, max_duration) : whole;
    }
    bool is_drawn() const { return kind == Kind::alibaba || kind == Kind::synthetic; }
    bool is_trace() const { return kind == Kind::trace; }
    /// Samples of a trace differ.
    bool redraws_trace() const {
      return order == Order::shuffled || resample > 0 || leave_share > 0;
    }
    bool operator==(Workload const&) const = default;
  };
  struct Job {
    static constexpr bool written_inline = true;  ///< in TOML: {submit = 1, tasks = 2}
    std::int64_t submit = 1, tasks = 1;
    std::vector<std::int64_t> demand;  ///< [K]
    std::int64_t duration = 1;
    std::optional<std::vector<std::int64_t>> servers;  ///< nullopt: all
    std::optional<double> weight;                      ///< nullopt: the user's
    std::optional<std::int64_t> per_server;            ///< nullopt: no limit
    bool operator==(Job const&) const = default;
  };
  struct User {
    double weight = 1.0;
    std::string queue;                             ///< a name in `queues`; empty: one of its own
    double min = 0.0;                              ///< minimum share
    std::optional<std::int64_t> leave;             ///< slot; nullopt: never
    std::optional<std::vector<std::int64_t>> own;  ///< nullopt: server m belongs to user m mod N
    Shared<std::vector<Job>> jobs;
    bool operator==(User const&) const = default;
  };
  struct Record {
    bool slots = true, picks = false, shares = false, fragmentation = false;
    std::optional<std::int64_t> every;  ///< of the rows of slots; nullopt: all
    std::vector<double> dfe;            ///< the exponents beta
    bool operator==(Record const&) const = default;
  };
  struct Sweep {
    std::string key;
    std::vector<std::string> values;  ///< scalars as TOML text
    bool operator==(Sweep const&) const = default;
  };
  struct Compare {
    enum class Metric { all, waiting, queueing, completion };
    std::vector<std::string> ours, against;  ///< canonical names of policies
    Metric metric = Metric::all;
    std::vector<std::optional<double>> published;  ///< [points] in slots; empty: none at any
    std::string source;                            ///< of what is published
    std::string world;  ///< of which it is, see world_name(); empty: of the file's, whatever it is
    bool operator==(Compare const&) const = default;
  };

  std::string name, description;
  List<std::string> policies = {"tvtsf", "tsf", "cdrf"};  ///< canonical names
  std::int64_t samples = 100;
  std::int64_t seed = 1;                 ///< below 2^32
  std::int64_t horizon = 0;              ///< slots; 0: until drained
  std::map<std::string, double> queues;  ///< of each by name its part of the queue around it
  Cluster cluster;
  Workload workload;
  Record record;
  std::vector<std::string> audit;           ///< names of audits that judge each run
  std::optional<std::int64_t> audit_users;  ///< whose lies `sp` tries; nullopt: as of an audit
  Shared<std::vector<User>> users;          ///< of kind inline
  Shared<std::vector<GivenEvent>> events;
  Shared<std::vector<Sweep>> sweep;
  Shared<std::vector<Compare>> compare;

  /// What --set has taken out of `compare`, a line each; no part of the scenario.
  std::vector<std::string> left_out;
  /// Hashes of the traces that it and its points run; part of its own.
  std::vector<std::string> trace_hashes;

  bool operator==(Scenario const&) const = default;
};

/// Has any job that is written out a weight of its own, or does an event set a user's?
bool changes_weights(Scenario const&);
/// Has any job that is written out a limit a server?
bool limits_servers(Scenario const&);
/// Servers go down at run time.
bool servers_change(Scenario const&);
/// An event lets another policy pick.
bool policies_change(Scenario const&);
/// An event gives a queue another guarantee.
bool guarantees_change(Scenario const&);
/// Written out, or drawn.
std::int64_t user_count(Scenario const&);

/// Reads, applies --set key=value in order, checks everything, every sweep point included.
/// A set key that the scenario sweeps is swept no longer. Throws InputError.
Scenario read_scenario(std::string const& path, std::vector<std::string> const& sets = {});
/// The same from text; `source` names it in messages and, without directory and suffix, by default
/// the scenario.
Scenario parse_scenario(std::string const& text, std::string const& source,
                        std::vector<std::string> const& sets = {});

/// One combination of the swept values.
struct Point {
  std::vector<std::pair<std::string, std::string>> set;  ///< swept key, value as TOML text
  Scenario scenario;  ///< with these values, no sweep and nothing to compare
};

/// A scenario with its sweep_points(): what reading it has built to check them.
struct Sweep {
  Scenario scenario;
  std::vector<Point> points;
};
/// As read_scenario().
Sweep read_sweep(std::string const& path, std::vector<std::string> const& sets = {});
/// The same from text; what it names lies in the folder.
Sweep parse_sweep(std::string const& text, std::string const& source, std::string const& folder);

/// Cartesian, in file order, the last [[sweep]] fastest; without a sweep one point that sets
/// nothing.
std::vector<Point> sweep_points(Scenario const&);

/// The effective scenario, every default and the sweep written out; loads back to the same.
std::string to_toml(Scenario const&);
/// SHA-256, in hex, of that text and of the tables in the program that the scenario draws from.
std::string hash_of(Scenario const&, data::embedded::Hashes const& data = data::embedded::hashes());

/// Names, by 16 hex digits, what numbers are reported of: the points but for name, description,
/// policies, samples, seed, audits and record.
std::string world_name(std::vector<Point> const&);

/// A key as `fairslot list keys` and scenarios/README.md show it.
struct KeyInfo {
  std::string key, type, unit, standard, allowed, doc;
  std::optional<double> special = {};  ///< a value outside of the range that stands for something
  std::string meaning = {};            ///< of that value: "the trace's own mix"
};
std::vector<KeyInfo> keys();
/// What a swept value stands for; empty where it is what it says.
std::string meaning_of(std::string const& key, std::string const& value);
/// The key table of scenarios/README.md, in Markdown.
std::string keys_markdown();

}  // namespace fairslot::scenario
