/// The one table of a stages scenario's keys, see host/scenario/describe.hpp.
#pragma once

#include "host/scenario/describe.hpp"
#include "host/stages/scenario.hpp"

namespace fairslot::stages {

using scenario::About;
using scenario::AnyFlag;
using scenario::AnyText;
using scenario::Between;
using scenario::OneOf;

struct StageList {};  ///< rows of amounts and seconds
struct Schedulers {
  bool may_be_none;
};
struct SwimName {};
struct SweptKey {};         ///< a scalar key that may differ between points
struct PublishedRanges {};  ///< a number or range, or a list of them and "none"

inline constexpr double longest_time = 1e9, longest_stage = 1e7;  // seconds
inline constexpr Between<double> seconds_above_0{1e-6, longest_stage};
inline constexpr scenario::Numbers amounts{{0, largest_amount}};

template <class Visitor>
void describe(Visitor& v, Scenario::Worker& worker) {
  v.key(About{"count", "workers", "Workers of this type."}, worker.count,
        Between<std::int64_t>{1, 1'000'000});
  v.key(About{"capacity", "unit of each resource", "What each of them has, a number a resource."},
        worker.capacity, amounts);
}

template <class Visitor>
void describe(Visitor& v, Scenario::Family& family) {
  v.key(About{"name", "", "For people."}, family.name, AnyText{});
  v.key(About{"share", "share of jobs", "Probability that a job is of it; all sum to 1."},
        family.share, Between<double>{0, 1});
  v.key(About{"map", "", "Stages of a map task of a full block: `[[cores, GiB, seconds], ...]`."},
        family.map, StageList{});
  v.key(About{"reduce", "", "Stages of a reduce task."}, family.reduce, StageList{});
}

template <class Visitor>
void describe(Visitor& v, Scenario::JobTasks& tasks) {
  v.key(About{"name", "", "Names these tasks within the job, for `after`. Absent: their number."},
        tasks.name, AnyText{});
  v.key(About{"count", "tasks", "Equal tasks."}, tasks.count, Between<std::int64_t>{1, 10'000'000});
  v.key(About{"stages", "",
              "What a task needs, one after the other: `[[cores, GiB, seconds], ...]`."},
        tasks.stages, StageList{});
  v.key(About{"request", "unit of each resource",
              "What is asked for a task. Absent: the largest of its stages times `request_factor`, "
              "rounded up to `request_grain`."},
        tasks.request, amounts);
  v.key(About{"input", "bytes",
              "Tasks of one logic, name and input are similar: they predict each other. Input is "
              "read from `replicas` workers, unless the tasks wait for others."},
        tasks.input, Between<double>{0, 1e18});
  v.key(About{"deadline", "seconds", "After the job's submission. Absent: none."}, tasks.deadline,
        Between<double>{0, longest_time});
  v.key(About{"service", "", "Runs for ever, is never predicted and does not count as a job."},
        tasks.service, AnyFlag{});
  v.key(About{"after", "", "The tasks of the job, by their name, that must have ended before."},
        tasks.after, AnyText{});
}

template <class Visitor>
void describe(Visitor& v, Scenario::Job& job) {
  v.key(About{"submit", "seconds", "When the job is handed in."}, job.submit,
        Between<double>{0, longest_time});
  v.key(About{"logic", "", "Jobs of one logic run the same program. Absent: one of its own."},
        job.logic, AnyText{});
  v.key(About{"queue", "", "Its queue, from 0. Absent: drawn in proportion to `queues`."},
        job.queue, Between<std::int64_t>{0, 1000});
  v.list("tasks", job.tasks, "Equal tasks of the job.");
}

template <class Visitor>
void describe(Visitor& v, Scenario::Load& load) {
  v.key(About{"time", "seconds", "From then on."}, load.time, Between<double>{0, longest_time});
  v.key(About{"worker", "", "From 0."}, load.worker, Between<std::int64_t>{0, 10'000'000});
  v.key(About{"amounts", "unit of each resource", "What others use there, a number a resource."},
        load.amounts, amounts);
}

template <class Visitor>
void describe(Visitor& v, Scenario::Sweep& sweep) {
  v.key(About{"key", "",
              "Any key with a single value, of an element of a list too (`workers.0.count`), but "
              "those of which all points have the same."},
        sweep.key, SweptKey{});
  v.key(About{"values", "as the key's", "Its values."}, sweep.values, scenario::Scalars{});
}

template <class Visitor>
void describe(Visitor& v, Scenario::Compare& compare) {
  v.key(About{"metric", "", "What is compared."}, compare.metric,
        OneOf<metric_names.size()>{metric_names});
  v.key(About{"against", "", "The schedulers that fgm is compared with. Absent: all others."},
        compare.against, Schedulers{true});
  v.key(About{"published", "see `of`",
              "What others report: one number, or a list with one a point in the order of the "
              "sweep, `\"none\"` where none is reported; `[least, most]` in that list is a range. "
              "Shown at points that, but for name, description, schedulers, samples, seed and "
              "by_worker, are points of the file: not beside what --set makes another world."},
        compare.published, PublishedRanges{});
  v.when(!compare.published.empty(), "published");
  v.key(About{"of", "",
              "What it is: `part`, (base - fgm)/base, or `difference`, base - fgm in the metric's "
              "unit."},
        compare.of, OneOf<2>{{"part", "difference"}});
  v.key(About{"source", "", "Who reports it."}, compare.source,
        scenario::OneLine{!compare.published.empty()});
  v.key(About{"world", "",
              "Of which world it is reported, by the name that `fairslot run` tells where it is "
              "another: an edited copy does not show what is published of the original. Absent: of "
              "the file's own."},
        compare.world, scenario::WorldName{});
}

/// What servers and schedulers do.
template <class Visitor>
void describe(Visitor& v, Settings& s) {
  Between<double> const part{0, 1}, seconds{0.001, 1e6};
  v.key(About{"order", "", "Of fgm: whose task is next."}, s.order, OneOf<4>{order_names});
  v.key(About{"queues", "share",
              "Guarantees of capacity's queues, which a job's is drawn with; sum to 1."},
        s.queues, scenario::Numbers{{0.001, 1}});
  v.key(About{"known", "", "fgm sees true stages and positions, and need not wait for updates."},
        s.known, AnyFlag{});
  v.key(About{"limit", "", "How far a server may squeeze CPU, (7): below 1."}, s.limit,
        Between<double>{0, 0.999});
  v.key(
      About{"penalty", "",
            "Contention: under compression r all is slower by another 1 + penalty r, (5). For (7) "
            "of r = limit."},
      s.penalty, Between<double>{0, 100});
  v.key(About{"sample", "seconds", "Between two samples."}, s.sample, seconds);
  v.key(
      About{"window", "seconds", "Over which idle (14), conformity (16) and background are taken."},
      s.window, seconds);
  v.key(About{"update", "seconds", "Between two updates of predictions and policies."}, s.update,
        seconds);
  v.key(About{"points", "points", "Equal parts of a task's progress, each with its prediction."},
        s.points, Between<std::int64_t>{1, 1000});
  v.key(About{"min_similar", "tasks",
              "Finished similar tasks before there is a prediction: their mean, (8)."},
        s.min_similar, Between<std::int64_t>{1, 1'000'000});
  v.key(
      About{"compression_factor", "",
            "Th_r of (8): what was seen under compression r from sample / (window Th_r) on weighs "
            "nothing."},
      s.compression_factor, Between<double>{0, 1000});
  v.key(About{"cpu_range", "cores", "From which on a stage is divided."}, s.cpu_range,
        amounts.each);
  v.key(About{"memory_range", "GiB", "The same for the other resources."}, s.memory_range,
        amounts.each);
  v.key(About{"shortest_stage", "points", "Shorter ones are not divided."}, s.shortest_stage,
        Between<std::int64_t>{1, 1000});
  v.key(About{"idle_threshold", "part",
              "Th: a server of which less is idle, of any resource, gets no task."},
        s.idle_threshold, part);
  v.key(About{"fine_threshold", "", "Th_fg: mean conformity above which a server may not squeeze."},
        s.fine_threshold, part);
  v.key(About{"coarse_threshold", "", "Th_cg: above which tasks are matched as a whole."},
        s.coarse_threshold, part);
  v.key(About{"stop_threshold", "", "Th_sa: above which a server gets no task."}, s.stop_threshold,
        part);
  v.key(About{"conformity_windows", "windows", "The last ones, of which conformity is the mean."},
        s.conformity_windows, Between<std::int64_t>{1, 1000});
  v.key(About{"degradation", "",
              "A task is slow after more than so many times its predicted time; of a stopped "
              "server with "
              "one, the last ones started are killed until nothing is squeezed."},
        s.degradation, Between<double>{1, 1e6});
  v.key(About{"locality", "", "Tasks wait for a worker with their input (delay scheduling)."},
        s.locality, AnyFlag{});
  v.key(About{"replicas", "workers", "With a task's input, drawn."}, s.replicas,
        Between<std::int64_t>{1, 100});
  v.key(About{"wait", "seconds", "So long a job waits for them, then it runs anywhere."}, s.wait,
        Between<double>{0, 1e6});
  v.key(About{"remote", "", "There a task's first stage takes so many times as long."}, s.remote,
        Between<double>{1, 1000});
  v.key(About{"match_us", "microseconds",
              "Of computing, added to a job's response for each match tried."},
        s.match_us, Between<double>{0, 1e9});
  v.key(About{"patience", "seconds",
              "Where nothing runs nor comes and nothing could start for so long, the run ends."},
        s.patience, Between<double>{0.001, 1e6});
  v.key(About{"attempts", "starts",
              "A task that was killed after so many is given up, as one that no worker can hold."},
        s.attempts, Between<std::int64_t>{1, 1'000'000});
}

template <class Visitor>
void describe_drawn(Visitor& v, Scenario& s) {
  v.when(s.is_drawn(), "no `jobs`");
  v.key(
      About{
          "swim", "",
          "Rows that jobs are drawn from: `fb2009_0`, Facebook's of 2009 (scenarios/data); "
          "`table`, "
          "maps of 64 MiB in numbers as reported of Facebook, without reduces (docs/stages.md); or "
          "a file with the columns map_input_bytes and shuffle_bytes, .csv, beside the scenario or "
          "by "
          "its whole path."},
      s.swim, SwimName{});
  v.key(About{"total_gb", "GB", "Input of all jobs; the last one is cut."}, s.total_gb,
        Between<double>{0.001, 100'000});
  v.key(About{"largest_job", "part", "Jobs with more than this part of the total are not drawn."},
        s.largest_job, Between<double>{1e-6, 1});
  v.key(About{"block_mib", "MiB", "Input of a map task."}, s.block_mib, Between<double>{1, 65536});
  v.key(About{"reduce_mib", "MiB", "Shuffled bytes of a reduce task; at most as many as maps."},
        s.reduce_mib, Between<double>{1, 65536});
  v.key(About{"arrivals", "", "`offline`: all at once. `online`: Poisson."}, s.arrivals,
        OneOf<2>{{"offline", "online"}});
  v.key(About{"mean_gap", "seconds", "Between two arrivals online."}, s.mean_gap,
        Between<double>{1e-6, 1e6});
  v.key(About{"applications", "variants", "Of a family: its stages times factors drawn once."},
        s.applications, Between<std::int64_t>{1, 1000});
  v.key(About{"variant_range", "", "The factors lie within 1 / (1 + this) and 1 + this."},
        s.variant_range, Between<double>{0, 10});
  v.key(About{"noise", "", "A task's stages are its variant's times 1 + noise (2u - 1)."}, s.noise,
        Between<double>{0, 0.999});
  v.key(About{"deadline_factor", "",
              "A job's deadline is so many times its ideal time after its submission. 0: none."},
        s.deadline_factor, Between<double>{0, 1e6});
  v.key(About{"services", "tasks", "That run for ever from the start on."}, s.services,
        Between<std::int64_t>{0, 1'000'000});
  v.key(About{"service_request", "unit of each resource", "What each of them uses and asks for."},
        s.service_request, amounts);
  v.list("families", s.families, "A family of applications. Absent: the four of docs/stages.md.");
  v.when(true, "");
}

template <class Visitor>
void describe(Visitor& v, Scenario& s) {
  v.key(About{"simulation", "", "Marks a scenario of stages."}, s.simulation, OneOf<1>{{"stages"}});
  v.key(About{"name", "", "Names the results: results/NAME.h5. By default the file's own."}, s.name,
        scenario::FileName{});
  v.key(About{"description", "", "For people."}, s.description, AnyText{});
  v.key(About{"schedulers", "", "fgm, and those by request: fifo, capacity, fair, drf."},
        s.schedulers, Schedulers{false});
  v.key(About{"samples", "samples",
              "How often each point is drawn and run; with `jobs` written out 1 by default."},
        s.samples, Between<std::int64_t>{1, 1'000'000});
  v.key(About{"seed", "", "A sample depends on it and its number only."}, s.seed,
        Between<std::int64_t>{0, 4294967295});
  v.key(About{"resources", "", "Names; the first is cpu, which can be squeezed, the others not."},
        s.resources, scenario::Names{});
  describe(v, s.settings);
  v.key(About{"threshold_factor", "", "All three thresholds of conformity times this."},
        s.threshold_factor, Between<double>{0, 1e6});
  v.key(About{"small_seconds", "seconds", "Tasks of at most so much work are small."},
        s.small_seconds, Between<double>{0, longest_time});
  v.key(About{"by_worker", "", "Results have a row a sample and worker: use, compression, policy."},
        s.by_worker, AnyFlag{});
  v.key(About{"environment", "", "`cloud`: workers have background load, on and off by chance."},
        s.environment, OneOf<2>{{"dedicated", "cloud"}});
  v.key(About{"background_seconds", "seconds", "Mean length of such a phase, exponential."},
        s.background_seconds, Between<double>{0.01, 1e6});
  v.key(About{"background", "part of the worker",
              "What it takes while it is on, a number a resource."},
        s.background, scenario::Numbers{{0, 1}});
  v.key(About{"request_factor", "", "A request is so many times the largest need of its stages."},
        s.request_factor, Between<double>{0.01, 1000});
  v.key(
      About{"request_grain", "unit of each resource",
            "Requests that no task has written out are rounded up to multiples. Absent or 0: not."},
      s.request_grain, amounts);
  describe_drawn(v, s);
  v.list("workers", s.workers, "A type of worker. Absent: 23 of 32 cores and 32 GiB.");
  v.list("jobs", s.jobs, "A job, written out.");
  v.list("load", s.load, "Background load, written out.");
  v.list("sweep", s.sweep, "A swept key; all combinations are run, the last fastest.");
  v.list("compare", s.compare, "What others report, to stand beside ours.");
}

}  // namespace fairslot::stages
