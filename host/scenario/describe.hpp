/// The one table of a scenario's keys: name, unit, what is allowed, what it means. Reading, writing
/// and the documentation are visitors of it; defaults are those of struct Scenario.
///
/// A visitor has key(about, field, rule), group(name, struct, doc), list(name, vector, doc) and
/// when(condition, text): the keys after it have a meaning only then.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "host/scenario/scenario.hpp"
#include "kernels/problem.hpp"

namespace fairslot::scenario {

struct About {
  std::string_view name, unit, doc;
};

template <class Number>
struct Between {
  Number least, most;
  std::optional<Number> also = std::nullopt;  ///< one value outside of them
  std::string_view also_means = "";           ///< what that value stands for
};
template <std::size_t n>
struct OneOf {
  std::array<std::string_view, n> names;  ///< of the enumeration's values, in order
};
struct AnyFlag {};
struct LaterFlag {};  ///< written only where it is set: scenarios from before it keep their hash
struct AnyText {};
struct FileName {};          ///< safe as a file's name
struct SweepableKey {};      ///< a scalar key that may differ between points
struct PolicyTexts {};       ///< at least one policy
struct PolicyOrPolicies {};  ///< one, or a list of at least one
struct PublishedGains {};    ///< one number, or a list of numbers and "none"
struct OneLine {
  bool needed;
};
struct Part {};        ///< of a whole: above 0, at most 1
struct Guarantees {};  ///< a table of numbers by name
struct QueueName {};
struct PolicyText {};
struct WorldName {};
struct Names {};       ///< short names, all different
struct AuditNames {};  ///< all different
struct DistributionText {
  std::int64_t least;  ///< of all that it draws
};
struct DistributionTexts {};
struct Probabilities {};  ///< a table of numbers by name
struct TraceName {};      ///< of a file beside the scenario, or from the root
struct ClassName {};
struct InflationTable {};  ///< {resource = "gpu_milli", factor = 1.3}
struct Scalars {};         ///< at least one TOML scalar, as text
struct Betas {};           ///< exponents of DFE
struct Numbers {
  Between<double> each;
};
struct Integers {
  Between<std::int64_t> each;
  std::size_t shortest, longest;
};

inline constexpr std::size_t most_published = 1000, longest_line = 200;  // values; characters
inline constexpr std::size_t world_digits = 16;
inline constexpr std::int64_t most_jobs = 10'000'000, most_servers = 10'000'000;

template <class Visitor>
void describe(Visitor& v, Scenario::Group& group) {
  v.key(About{"count", "servers", "Servers of this type."}, group.count,
        Between<std::int64_t>{1, most_servers});
  v.key(About{"capacity", "unit of each resource", "What each of them has, a number a resource."},
        group.capacity, Integers{{0, limits::capacity}, 1, max_resources});
  v.key(
      About{"attributes", "", "What users may need of a server, for `workload.needs`: [\"gpu\"]."},
      group.attributes, Names{});
  v.key(About{"class", "",
              "The class of these servers, for jobs of a trace that are allowed some classes only: "
              "\"HN\"."},
        group.of_class, ClassName{});
}

template <class Visitor>
void describe(Visitor& v, Scenario::Cluster& cluster) {
  v.key(About{"name", "",
              "`table3`: the 100 servers of Table 3 of Li and Wang 2024. `groups`: those of "
              "`cluster.groups` (the default where there are any). `trace`: the nodes of "
              "`workload.trace` (the default with workload.kind = \"trace\"). `cluster = "
              "\"table3\"` is short for it."},
        cluster.name, OneOf<3>{{"table3", "groups", "trace"}});
  v.key(About{"servers", "servers",
              "Scale the cluster to so many, types in proportion: of n servers, server m is "
              "like server floor(m M / n) of the M listed. 0: as listed, and so where jobs name "
              "servers."},
        cluster.servers, Between<std::int64_t>{0, most_servers});
  v.key(About{"resources", "",
              "Name and unit of each resource; of table3 `[\"cpu_milli\", \"mem_mib\"]`, of groups "
              "by default r0, r1, ..., or those of `workload.trace`. Jobs of kind alibaba ask for "
              "cpu_milli and mem_mib, in any "
              "place, or the one that is alone, and for 0 of others."},
        cluster.resources, Names{});
  v.key(About{"speeds", "",
              "Of each type of server, a row of Table 3 or a group, how fast tasks run on it, for "
              "eunomia. Absent: all 1."},
        cluster.speeds, Numbers{{limits::min_speed, limits::max_speed}});
  v.key(About{"failure_share", "share of servers",
              "Probability that a server goes down, once. Its tasks are lost and start again. "
              "Absent: 0."},
        cluster.failure_share, Between<double>{0, 1});
  v.key(
      About{
          "failure_within", "slots",
          "A server that goes down does so in a slot drawn from 1 .. failure_within. Absent: 600."},
      cluster.failure_within, Between<std::int64_t>{1, limits::count});
  v.key(
      About{"repair_slots", "slots", "After so many slots it is up again. Absent: it stays down."},
      cluster.repair_slots, Between<std::int64_t>{1, limits::count});
  v.when(cluster.name == Scenario::ClusterName::groups, "cluster.name = \"groups\"");
  v.list("groups", cluster.groups, "A type of server; servers are numbered in this order.");
}

/// How jobs of kind synthetic come about.
template <class Visitor>
void describe_synthetic(Visitor& v, Scenario::Workload& w) {
  using enum Scenario::Arrivals;
  DistributionText const some{1};
  v.key(About{"tasks", "tasks", "Tasks of a job. Distributions: the table below."}, w.tasks, some);
  v.key(About{"duration", "seconds", "Of the tasks of a job."}, w.duration, some);
  v.key(
      About{"demands", "unit of each resource",
            "Of each resource the distribution of what a task of a job needs; one of them draws no "
            "0."},
      w.demands, DistributionTexts{});
  v.key(About{"correlation", "",
              "Rank correlation of demands: with this probability a job takes the same quantile of "
              "all resources, below 0 the opposite one of all but the first. 0: all independent. "
              "Equal values of coarse distributions make it weaker."},
        w.correlation, Between<double>{-1, 1});
  v.key(About{"user_skew", "",
              "Exponent s of Zipf's law: a job is user k's = 1, 2, ... with a probability in "
              "proportion to 1 / k^s. 0: all users' alike."},
        w.user_skew, Between<double>{0, 10});
  v.key(About{"arrivals", "",
              "Each job's submit slot is independent of the others', as in a Poisson process of "
              "which the number is known. `poisson`: all slots alike. `diurnal`: by the hour. "
              "`bursty`: phases of a high and a low rate take turns."},
        w.arrivals, OneOf<3>{{"poisson", "diurnal", "bursty"}});
  v.when(w.kind == Scenario::Kind::synthetic && w.arrivals == diurnal,
         "workload.arrivals = \"diurnal\"");
  v.key(About{"hourly_rates", "",
              "24 rates in proportion, of the hours of a day from midnight on, when slot 1 begins. "
              "A slot has the mean over its time."},
        w.hourly_rates, Numbers{{0, 1e6}});
  v.when(w.kind == Scenario::Kind::synthetic && w.arrivals == bursty,
         "workload.arrivals = \"bursty\"");
  v.key(About{"on_slots", "slots",
              "Mean length of the phases of the high rate, which is the first; exponential."},
        w.on_slots, Between<std::int64_t>{1, 1'000'000'000});
  v.key(About{"off_slots", "slots", "Mean length of those of the low rate."}, w.off_slots,
        Between<std::int64_t>{1, 1'000'000'000});
  v.key(About{"off_rate", "", "The low rate as a part of the high one."}, w.off_rate,
        Between<double>{0, 1});
}

/// How jobs of kind trace come about.
template <class Visitor>
void describe_trace(Visitor& v, Scenario::Workload& w) {
  constexpr std::int64_t most_seconds = 4'000'000'000'000;
  v.key(About{"trace", "",
              "The trace file that `fairslot import` wrote, beside the scenario or by its whole "
              "path."},
        w.trace, TraceName{});
  v.key(About{"time_scale", "",
              "Jobs come so many times as fast: one that is submitted s seconds after the first is "
              "handed in in slot 1 + floor(s / (time_scale * slot_seconds)). Durations stay."},
        w.time_scale, Between<double>{1e-6, 1e9});
  v.key(About{"departures", "",
              "false: tasks never end, and the run ends with the slot of the last submission."},
        w.departures, AnyFlag{});
  v.key(About{"unknown_duration", "slots",
              "Of jobs of which the trace does not know it. 0: such jobs are refused, unless "
              "`departures = false`."},
        w.unknown_duration, Between<std::int64_t>{0, limits::count});
  v.key(About{"order", "",
              "`trace`: each job has its own submission. `shuffled`: a sample deals the "
              "submissions anew among the jobs."},
        w.order, OneOf<2>{{"trace", "shuffled"}});
  v.key(
      About{"resample", "jobs",
            "So many jobs are drawn with replacement, with their submissions. 0: all jobs, once."},
      w.resample, Between<std::int64_t>{0, most_jobs});
  v.key(About{"from_s", "seconds",
              "Jobs submitted earlier are left out, and time begins then; from the first "
              "submission."},
        w.from_s, Between<std::int64_t>{0, most_seconds});
  v.key(About{"to_s", "seconds", "Jobs submitted then or later are left out. Absent: none is."},
        w.to_s, Between<std::int64_t>{1, most_seconds});
  v.key(About{"inflate", "",
              "`{resource = \"gpu_milli\", factor = 1.3}`: jobs are repeated in their order, one "
              "round after the other, or cut, until their tasks together need this part of what "
              "the cluster has of the resource. Absent: all jobs, once."},
        w.inflate, InflationTable{});
}

template <class Visitor>
void describe(Visitor& v, Scenario::Workload& w) {
  char const* const either = "workload.kind = \"alibaba\" or \"synthetic\"";
  auto const drawn = [&] { v.when(w.is_drawn(), either); };
  auto const drawn_or_trace = [&] {
    v.when(w.is_drawn() || w.is_trace(), "workload.kind = \"alibaba\", \"synthetic\" or \"trace\"");
  };
  auto const trace = [&] {
    v.when(w.kind == Scenario::Kind::alibaba, "workload.kind = \"alibaba\"");
  };
  auto const synthetic = [&] {
    v.when(w.kind == Scenario::Kind::synthetic, "workload.kind = \"synthetic\"");
  };
  v.key(About{"kind", "",
              "`alibaba`: jobs drawn from the counts of Alibaba's trace of 2018 (scenarios/data). "
              "`inline`: those of `users` (the default where there are any). `synthetic`: drawn "
              "from named distributions. `trace`: those of a trace file."},
        w.kind, OneOf<4>{{"alibaba", "inline", "synthetic", "trace"}});
  synthetic();
  v.key(
      About{
          "load", "",
          "Jobs are drawn until what their tasks hold, demand times duration, comes to this part "
          "of what the cluster has in slots 1 .. submit_slots, of the resource of which it is "
          "most: the scarcest. Jobs count that no server has room for, too. 0: so many as `jobs`."},
      w.load, Between<double>{0, 1000});
  v.when(w.is_drawn() && w.load == 0, w.is_drawn() ? "workload.load = 0" : either);
  v.key(About{"jobs", "jobs", "Jobs of a sample."}, w.jobs, Between<std::int64_t>{1, most_jobs});
  drawn();
  v.key(
      About{
          "users", "users",
          "0: a user a job. Else so many users (at most as many as jobs), each with one job; "
          "every further "
          "job goes to a user with a probability in proportion to a number of jobs drawn for "
          "the user from "
          "the users of Google's trace of 2011. Of kind synthetic `user_skew` says whose a job is, "
          "and 0 needs a `load` of 0."},
      w.users, Between<std::int64_t>{0, most_jobs});
  v.key(About{"submit_slots", "slots",
              "Submit slots are in 1 .. submit_slots; uniform, unless `arrivals` says otherwise."},
        w.submit_slots, Between<std::int64_t>{1, limits::count});
  trace();
  v.key(About{"submit", "", "`per_job`: one submit slot a job. `per_task`: each task its own."},
        w.submit, OneOf<2>{{"per_job", "per_task"}});
  v.key(About{"large_share", "share of jobs",
              "Probability that a job is large (tasks drawn from the counts at or above "
              "`large_threshold`, else from those below). -1: the trace's own mix (1.82 % large)."},
        w.large_share, Between<double>{0, 1, -1, "the trace's own mix"});
  v.key(About{"large_threshold", "tasks", "From so many tasks on a job is large."},
        w.large_threshold, Between<std::int64_t>{2, 25152});
  drawn_or_trace();
  v.key(About{"slot_seconds", "seconds",
              "Length of a slot: a duration of s seconds takes ceil(s / slot_seconds) slots, at "
              "least 1."},
        w.slot_seconds, Between<std::int64_t>{1, 1'000'000});
  v.key(About{"max_duration", "slots", "Longer durations are cut to this. 0: none is."},
        w.max_duration, Between<std::int64_t>{0, limits::count});
  trace();
  v.key(About{"gb_per_percent", "GB",
              "Memory of 1 % of plan_mem: the demand is plan_mem * gb_per_percent * 1024 MiB, to "
              "the nearest "
              "integer, at least 1. 3.84 is 4 GB a core, 5.12 the other reading of the trace."},
        w.gb_per_percent, Between<double>{0.001, 10000});
  v.key(About{"demand", "",
              "How columns of the trace are joined. `pairs`: CPU and memory together, weighted by "
              "tasks. `independent`: "
              "each from its own counts. `rows`: CPU, memory, tasks and duration of one row."},
        w.demand, OneOf<3>{{"pairs", "independent", "rows"}});
  drawn();
  v.key(
      About{"placement_probability", "probability",
            "With which a constrained user may use a server type; drawn again until each job that "
            "some type can host has such a type (10,000 times at most, then all types). 1: no "
            "constraints."},
      w.placement_probability, Between<double>{0.01, 1});
  v.key(About{"constrained_share", "share of users",
              "Probability that a user is constrained at all."},
        w.constrained_share, Between<double>{0, 1});
  v.key(About{"needs", "probability",
              "With which a constrained user needs servers with an attribute, by its name: "
              "`needs = {gpu = 0.1}`; drawn together with the types, which must have all of them."},
        w.needs, Probabilities{});
  drawn_or_trace();
  v.key(About{"leave_share", "share of users",
              "Probability that a user leaves: what it has queued then is cancelled."},
        w.leave_share, Between<double>{0, 1});
  v.key(About{"leave_within", "slots",
              "Who leaves does so 1 .. leave_within slots after its first submission, all of them "
              "equally likely."},
        w.leave_within, Between<std::int64_t>{1, limits::count});
  synthetic();
  describe_synthetic(v, w);
  v.when(w.is_trace(), "workload.kind = \"trace\"");
  describe_trace(v, w);
}

template <class Visitor>
void describe(Visitor& v, Scenario::Record& record) {
  v.key(About{"slots", "", "Keep a row for each slot in which something happened."}, record.slots,
        AnyFlag{});
  v.key(
      About{"every", "rows",
            "Of these rows the first and each so-many-th after it are kept, with all that belongs "
            "to them. Absent: all."},
      record.every, Between<std::int64_t>{1, limits::count});
  v.key(About{"picks", "", "Keep every start of a task."}, record.picks, AnyFlag{});
  v.key(
      About{"shares", "",
            "Keep what each user holds and is entitled to in these slots, a row where one of them "
            "changes."},
      record.shares, LaterFlag{});
  v.key(About{"dfe", "",
              "Exponents beta: each row of a slot has the DFE of the shares that users hold with "
              "each of them. Absent: none."},
        record.dfe, Betas{});
  v.key(About{"fragmentation", "",
              "Each row of a slot says of each resource how much of what is free a task finds out "
              "of its reach, on average."},
        record.fragmentation, LaterFlag{});
}

template <class Visitor>
void describe(Visitor& v, Scenario::Job& job) {
  Between<std::int64_t> const count{1, limits::count};
  v.key(About{"submit", "slot", "When the job is handed in, from 1."}, job.submit, count);
  v.key(About{"tasks", "tasks", "Number of equal tasks."}, job.tasks, count);
  v.key(About{"demand", "unit of each resource",
              "What a task needs, a number a resource, one of them positive."},
        job.demand, Integers{{0, limits::capacity}, 1, max_resources});
  v.key(About{"duration", "slots", "How long a task runs."}, job.duration, count);
  v.key(About{"servers", "", "Servers that the job may use, from 0. Absent: all; `[]`: none."},
        job.servers, Integers{{0, most_servers - 1}, 0, most_servers});
  v.key(About{"weight", "",
              "The user's weight while this job is the head of its queue. Absent: the user's own."},
        job.weight, Between<double>{limits::min_weight, limits::max_weight});
  v.key(About{"per_server", "tasks",
              "A server on which so many tasks of the user run, of whatever job, has no room for "
              "this job's. Absent: no limit."},
        job.per_server, count);
}

template <class Visitor>
void describe(Visitor& v, Scenario::User& user) {
  v.key(About{"weight", "", "The user's weight."}, user.weight,
        Between<double>{limits::min_weight, limits::max_weight});
  v.key(About{"queue", "",
              "The user's queue, one of `queues` that has no queues in it. Absent: one of its own, "
              "with 1/N."},
        user.queue, QueueName{});
  v.key(About{"min", "", "The user's minimum share, for fair."}, user.min,
        Between<double>{0.0, 1.0});
  v.key(About{"leave", "slot",
              "When the user leaves: what it has queued is cancelled, jobs from then on never "
              "arrive, running tasks go on. Absent: never."},
        user.leave, Between<std::int64_t>{1, limits::count});
  v.key(About{"own", "",
              "Servers that belong to the user, from 0, for tvtsf:weights=contribution. Absent: "
              "server m belongs to user m mod N; `[]`: none."},
        user.own, Integers{{0, most_servers - 1}, 0, most_servers});
  v.list("jobs", user.jobs, "A job of the user.");
}

template <class Visitor>
void describe(Visitor& v, GivenEvent& event) {
  v.key(About{"slot", "slot",
              "At the beginning of which it happens, after releases and before arrivals. Of one "
              "slot in the order of the list."},
        event.slot, Between<std::int64_t>{1, limits::count});
  v.key(About{"server", "", "The server that goes down or comes back, from 0; with `up`."},
        event.server, Between<std::int64_t>{0, most_servers - 1});
  v.key(About{"up", "",
              "false: the server goes down, and its tasks are lost: they start again. true: it is "
              "back. At first all are up."},
        event.up, AnyFlag{});
  v.key(About{"user", "", "The user whose weight is another from then on, from 0; with `weight`."},
        event.user, Between<std::int64_t>{0, limits::count - 1});
  v.key(About{"weight", "", "The user's; that of its jobs that have one stays."}, event.weight,
        Between<double>{limits::min_weight, limits::max_weight});
  v.key(About{"queue", "",
              "The queue, one of `queues`, that gets another guarantee; with `guarantee`."},
        event.queue, QueueName{});
  v.key(About{"guarantee", "part of the queue around it",
              "After a slot's events what lies in one queue, or in none, sums to at most 1."},
        event.guarantee, Part{});
  v.key(About{"policy", "",
              "The policy that picks from then on, with its books as if it had been watching since "
              "slot 1. Where `policies` has one."},
        event.policy, PolicyText{});
}

template <class Visitor>
void describe(Visitor& v, Scenario::Sweep& sweep) {
  v.key(About{"key", "",
              "Any key with a single value, an element of a list too (`policies.0`), but name, "
              "description, samples, audits and those of cluster.resources, record and compare."},
        sweep.key, SweepableKey{});
  v.key(About{"values", "as the key's", "Its values."}, sweep.values, Scalars{});
}

template <class Visitor>
void describe(Visitor& v, Scenario::Compare& compare) {
  using enum Scenario::Compare::Metric;
  v.key(About{"ours", "", "The policy whose gain is shown; of a list each by itself."},
        compare.ours, PolicyOrPolicies{});
  v.key(About{"against", "",
              "The policy over which it gains; of a list the one with the lowest mean, at each "
              "point and by each metric."},
        compare.against, PolicyOrPolicies{});
  v.key(About{"metric", "",
              "What is compared: mean waiting of users, queueing of tasks or "
              "completion of jobs. `all`: each of the three."},
        compare.metric, OneOf<4>{{"all", "waiting", "queueing", "completion"}});
  v.when(compare.metric != all, "one metric");
  v.key(
      About{
          "published", "slots",
          "The gain that others report, to stand beside ours: one number, or a list with one a "
          "point in the order of the sweep, \"none\" where none is reported. Shown at "
          "points that, but for name, description, policies, samples, seed, audits and record, are "
          "points of the file: not beside what --set makes another world."},
      compare.published, PublishedGains{});
  v.when(!compare.published.empty(), "published");
  v.key(About{"source", "", "Who reports it, by author and year: \"Li and Wang 2024\"."},
        compare.source, OneLine{!compare.published.empty()});
  v.key(About{"world", "",
              "Of which world the gain is reported, by the name that `fairslot run` tells where it "
              "is another: an edited copy does not show what is published of the original. Absent: "
              "of the file's own."},
        compare.world, WorldName{});
}

template <class Visitor>
void describe(Visitor& v, Scenario& s) {
  v.key(About{"name", "",
              "Names the results: results/NAME.h5. By default the file's name without .toml."},
        s.name, FileName{});
  v.key(About{"description", "", "For people."}, s.description, AnyText{});
  v.key(About{"policies", "", "Policies to compare (`fairslot list policies`)."}, s.policies,
        PolicyTexts{});
  v.key(About{"samples", "samples",
              "How often each point is drawn and run. Jobs of kind inline are not drawn: 1, which "
              "is also "
              "their default."},
        s.samples, Between<std::int64_t>{1, limits::count});
  v.key(About{"seed", "",
              "Of the random numbers: a sample depends on seed and its number only. Jobs of kind "
              "inline are not drawn: 1."},
        s.seed, Between<std::int64_t>{0, 4294967295});
  v.key(About{"horizon", "slots", "Exactly so many slots are run. 0: until everything has ended."},
        s.horizon, Between<std::int64_t>{0, limits::count});
  v.key(About{"queues", "part of the queue around it",
              "Queues with their guarantees, for capacity and hdrf: `queues = {a = 0.5, \"a/b\" = "
              "0.2}`; `a/b` is the queue b in a. Users of a drawn workload or a trace take turns "
              "in those "
              "that have no queues in them, in the order of names."},
        s.queues, Guarantees{});
  v.key(
      About{"audit", "",
            "Audits that judge every run while the sweep goes on (`fairslot list audits`): tables "
            "`/audit` of the results, as of `fairslot audit`. Absent: none."},
      s.audit, AuditNames{});
  v.when(!s.audit.empty(), "audit");
  v.key(About{"audit_users", "users", "The audit `sp` tries lies of the first so many. Absent: 8."},
        s.audit_users, Between<std::int64_t>{1, limits::count});
  v.when(true, "");
  v.group("cluster", s.cluster);
  v.group("workload", s.workload);
  v.group("record", s.record);
  v.when(s.workload.kind == Scenario::Kind::inline_jobs, "workload.kind = \"inline\"");
  v.list("users", s.users, "A user with its jobs, for kind inline.");
  v.when(true, "");
  v.list("events", s.events,
         "What happens at run time: servers go down and come back, weights, guarantees and the "
         "policy change.");
  v.list("sweep", s.sweep,
         "A swept key; all combinations are run, in file order, the last fastest.");
  v.list("compare", s.compare,
         "Policies whose gains are shown, stored and reported: paired over the samples, with 95 % "
         "intervals. Without any: the first policy against each other.");
}

}  // namespace fairslot::scenario
