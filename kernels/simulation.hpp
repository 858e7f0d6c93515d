/// The door: all that host code and tests see of the engine. Free of Kokkos.
///
/// A run is one problem under one policy. A Simulator keeps several runs resident, advances them
/// side by side in launches of bounded length, and hands back what each run recorded. What a run
/// returns never depends on threads, on the runs beside it, on the engine or on how often advance()
/// was called.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/check.hpp"
#include "kernels/list.hpp"
#include "kernels/policy_spec.hpp"
#include "kernels/problem.hpp"
#include "kernels/search/path.hpp"

namespace fairslot {

/// Starts Kokkos for the life of the object: one a process, made before any Simulator.
class Runtime {
 public:
  explicit Runtime(
      int threads = 0);  ///< 0: what the environment (OMP_NUM_THREADS) or the machine says
  ~Runtime();
  Runtime(Runtime const&) = delete;
  Runtime& operator=(Runtime const&) = delete;
  static int threads();
  static std::string device();  ///< e.g. "OpenMP, 2 threads" or "Cuda, NVIDIA H100"
};

/// How the fill phase looks for servers. The choice never changes a result.
enum class Engine { automatic, scan, certified, ranked, ratio, kd, wide, team };
/// "auto", "scan", ...; throws PolicyError with the valid names.
Engine parse_engine(std::string_view);
struct EngineInfo {
  std::string_view name;
  Engine engine;
  std::string_view summary;  ///< where it looks for a server
};
std::span<EngineInfo const> engine_infos();
std::vector<std::string_view> engine_names();
std::string_view name_of(Engine);

struct Recording {
  bool slots = true;           ///< a row for every slot in which something happened
  std::int64_t every = 1;      ///< of these rows the 1st, 1 + every-th, ...
  bool picks = false;          ///< every task start, in order
  bool queueing = true;        ///< how long tasks waited
  bool shares = false;         ///< with the slots: what users hold and are entitled to
  bool fragmentation = false;  ///< with the slots: of each of them
};

/// One task start. `job` is the entry of Problem (not the label); server -1 is the pool.
struct Pick {
  std::int64_t slot;
  std::int32_t user, entry, server;
  bool operator==(Pick const&) const = default;
};

/// State at the end of a slot in which a task was released, arrived, started or was cancelled.
/// Shares are the dominant shares max_r U_r/R_r of the running tasks, divided by the user's weight,
/// of users that have tasks queued or running. Who waits has a queue and is not blocked; what a
/// user is entitled to is said at ShareRow.
struct SlotRow {
  std::int64_t slot;
  std::int64_t running, queued, started;  ///< tasks; started: in this slot
  std::int64_t used[max_resources];       ///< by running tasks
  std::int64_t slots_held;                ///< by running tasks; 0 but under the policy `slots`
  std::int32_t users;                     ///< with tasks queued or running
  std::int32_t waiting_users;
  double min_share, max_share, jain;  ///< 0, 0, 1 where there is no such user or no usage
  double entitled_gap;       ///< the least share/entitled of those that wait; NaN: nobody does
  double smallest_unplaced;  ///< the least dominant share of a next task that waits; NaN
  /// Of each resource what is free on servers without room for a task or not permitted to it, by
  /// what is free, averaged over all tasks of the problem; 0 where nothing is free or not asked
  /// for.
  double fragmentation[max_resources];
};

/// What a user holds and could have at the end of a slot, where one of them has changed: `share` is
/// the dominant share of its running tasks; `entitled` its part of the cluster, 1, under weighted
/// max-min fairness of all users that have tasks queued or running, each asking for the dominant
/// share of what it runs and has queued. 0, 0: it has neither.
struct ShareRow {
  std::int64_t slot;
  std::int32_t user;
  double share, entitled;
};

enum class RunStatus : std::int32_t {
  complete,
  h_sum_overflow,      ///< an H_sum passed 2^63-1
  queue_sum_overflow,  ///< a queue_sum, or the slots that a job holds servers for, passed 2^63-1
};

/// One line that says what went wrong.
std::string_view status_message(RunStatus);

/// What grows with the length of a run.
struct Records {
  std::vector<SlotRow> slot_rows;
  std::vector<Pick> picks;
  std::vector<ShareRow> shares;  ///< by slot, then user
  /// How many started tasks waited so many slots: (start - submit, tasks), ascending.
  std::vector<std::pair<std::int64_t, std::int64_t>> queueing;
};

struct RunResult : Records {
  std::uint64_t id = 0;  ///< as given to add()
  Policy policy;         ///< that picked at the end: that given, or of an event
  RunStatus status = RunStatus::complete;
  std::int64_t slots = 0;     ///< last slot simulated: T, or the slot of the last release
  std::int64_t started = 0;   ///< tasks
  std::int64_t makespan = 0;  ///< last completion of any started task (may lie after T); 0: none
  Questions
      questions{};  ///< to the search, by what answered: the only result that depends on the engine

  std::int64_t fragment_looks = 0;  ///< at servers, for the fragmentation of all rows

  // A value a job entry of the problem.
  List<std::int32_t> entry_started;      ///< tasks started
  List<std::int64_t> entry_first_start;  ///< slot; 0: none
  List<std::int64_t> entry_last_end;     ///< slot in which the last of them ends; 0: none
  List<std::int64_t> entry_queue_sum;    ///< over started tasks: start - submit
  List<std::int64_t> entry_held;         ///< over started tasks: slots on servers, to the horizon

  double lost_time[max_resources]{};  ///< over lost tasks: slots that each ran, times its demand

  /// Users whose head can never run, or waits at the end for servers that stay down: (user, entry),
  /// in the order in which they were found.
  std::vector<std::pair<std::int32_t, std::int32_t>> blocked;
  /// Entries that skip_unplaceable left out of the run, ascending.
  List<std::int32_t> left_out;

  /// Of users that have some, ascending: (user, tasks).
  std::vector<std::pair<std::int32_t, std::int64_t>> cancelled;  ///< queued when the user left
  std::vector<std::pair<std::int32_t, std::int64_t>> lost;  ///< ran on a server as it went down
};

/// Takes what the run of that id has recorded, while it goes on: slot rows and picks in order, of
/// queueing a part each time.
using Sink = std::function<void(std::uint64_t id, Records&&)>;

/// How much the wide engine prepares at a time. The limits never change a result.
struct WideLimits {
  int lists = 64;      ///< (demand class, permitted set) pairs of a batch
  int length = 32;     ///< best servers kept of each
  int changed = -1;    ///< servers that may change before all lists are made anew; -1: chosen
  int tile_words = 0;  ///< a team looks at 64 times so many servers; 0: chosen
  /// How a team finds the best servers: every lane of it, one server a round (a GPU), or one lane
  /// that sorts them in (a processor).
  enum class Selection : std::int8_t { chosen, rounds, insertion } selection = Selection::chosen;
};

struct SimulatorSettings {
  Engine engine = Engine::automatic;
  int resident = 0;          ///< runs side by side; 0: chosen from threads or multiprocessors
  std::uint64_t memory = 0;  ///< bytes for runs and problems; 0: most of a device's free memory
  WideLimits wide = {};
  int team_threads = 0;  ///< of the team engine, a run; 0: 1 on a processor, a block's on a device
  Check check = no_check;  ///< called by add(), which throws what it throws and adds nothing then
};

/// What runs are simulated on, for reports.
struct DeviceDetails {
  std::string space;                        ///< Kokkos' execution space, e.g. "OpenMP"
  std::string device;                       ///< as Runtime::device()
  int side_by_side;                         ///< runs that a launch advances at the same time
  std::uint64_t memory_free, memory_total;  ///< bytes, of the device or of the machine
  int team_threads;                         ///< that advance a run by the team engine
  int block_threads, blocks;   ///< launch bounds: threads a block, blocks a multiprocessor; 0: none
  int registers, local_bytes;  ///< a thread, of the kernel for two resources; 0: not known
};
DeviceDetails device_details();

/// Bytes that a run takes at its start, and its problem, which all runs of it share.
struct RunMemory {
  std::size_t run, problem;
  std::size_t scratch;  ///< of a team while it advances the run; 0: not a team's
};
/// Which engine such a run takes: `wish`, or what suits the problem and the policy.
Engine engine_of_run(Problem const&, Policy const&, Engine wish = Engine::automatic);

RunMemory memory_of_run(Problem const&, Policy const&, Recording = {}, Engine = Engine::automatic);

/// What memory_of_run() looks at; numbers as in Problem.
struct ProblemShape {
  int resources = 0;
  int servers = 0, server_types = 0;  ///< types: distinct capacity vectors
  int users = 0, mixed_users = 0;     ///< mixed: of several demand classes
  int entries = 0, demand_classes = 0, placement_groups = 0;
  int pairs = 0;       ///< distinct (demand class, placement group) of the entries
  int references = 1;  ///< resources that are some class's first with a demand
  bool job_weights = false, server_limits = false;  ///< some job has one
  bool servers_change = false;                      ///< some go down
};
/// The same without a problem: takes no memory to say so and needs no Runtime.
RunMemory memory_of_run(ProblemShape const&, Policy const&, Recording = {},
                        Engine = Engine::automatic);

class Simulator {
 public:
  explicit Simulator(SimulatorSettings = {});
  ~Simulator();

  /// True while a further run finds a place.
  bool has_room() const;
  bool idle() const;  ///< nothing resident
  void add(std::uint64_t id, std::shared_ptr<Problem const> problem, Policy policy,
           Recording recording = {});

  /// One launch of about so many seconds. Returns the runs that ended. With a sink a run's records
  /// are handed over whenever they have grown past a MiB, and its result has only the rest.
  std::vector<RunResult> advance(double seconds = 0.2, Sink const& sink = {});

  /// Tasks started so far by the runs resident now (for progress).
  std::int64_t resident_started() const;
  /// The least slot that one of them is in; 0: none is resident.
  std::int64_t resident_slot() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Runs one problem under one policy to its end.
RunResult simulate(Problem const& problem, Policy const& policy, Recording recording = {},
                   Engine engine = Engine::automatic);

}  // namespace fairslot
