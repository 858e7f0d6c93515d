/// One explicit instance: servers, users and their jobs, as structure of arrays. Free of Kokkos.
///
/// Units: capacities and demands are integers of the resource's own unit (milli-cores, MiB, ...);
/// submit slots and durations are slots, counted from 1; everything else counts from 0.
/// Limits (checked by whoever reads outside data): see `limits` below.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "kernels/check.hpp"
#include "kernels/list.hpp"
#include "kernels/policy_spec.hpp"

namespace fairslot {

inline constexpr int max_resources = 8;

namespace limits {
inline constexpr std::int64_t capacity = std::int64_t{1} << 30;  ///< a server's, a demand's
inline constexpr std::int64_t total_capacity = std::int64_t{1}
                                               << 44;  ///< a resource's, over all servers
inline constexpr std::int64_t count = 2147483647;      ///< slots, tasks, servers, users, jobs
inline constexpr double min_weight = 1.0 / 4294967296.0, max_weight = 4294967296.0;
/// Of tasks a user and server, where these are counted: users times servers.
inline constexpr std::int64_t counters = 100'000'000;
inline constexpr double min_speed = 1.0 / 1024.0, max_speed = 1024.0;
}  // namespace limits

/// Does it ever keep a task off a server?
constexpr bool is_limit(std::int64_t per_server) { return per_server < limits::count; }

/// What happens at the beginning of a slot, after releases and before arrivals: an event of the
/// problem.
struct Change {
  enum class What : std::int32_t { server_down, server_up, weight, guarantee, policy };
  std::int64_t slot;
  What what;
  std::int32_t of;     ///< index of the server, the user, the queue, or in Problem::policies
  double value = 0.0;  ///< the user's new weight; the queue's new part of the one around it
  bool is_of_server() const { return what == What::server_down || what == What::server_up; }
};

/// Shapes: K resources, M servers, N users, J job entries, D demand classes, P placement groups,
/// `words()` = ceil(M/64). Made by ProblemBuilder, then constant.
struct Problem {
  int resources = 0;         ///< K
  int servers = 0;           ///< M
  std::int64_t horizon = 0;  ///< T: exactly so many slots; 0: until drained

  List<std::int32_t> capacity;  ///< [K][M], resource-major
  List<double> speed;           ///< [M] or empty (all 1)
  List<std::int32_t> listed;    ///< [M] index of the server as given; empty: the same

  List<double> weight;       ///< [N]
  List<std::int32_t> queue;  ///< [N] or empty; -1: one of its own, with 1/N
  // Queues, an outer one before those in it, those in one queue by name.
  List<double> part;         ///< [Q] of the queue around it, or of the cluster
  List<std::int32_t> outer;  ///< [Q] the queue around it; -1: none
  List<double> guarantee;    ///< [Q] shares of the cluster: the product along its path
  List<double> minimum;      ///< [N] minimum shares, or empty (all 0)
  List<std::int32_t> leave;  ///< [N] slot in which the user leaves, 0: never; or empty (all 0)
  /// [N] or empty: placement group of the user's own servers; -1: server m belongs to user m mod N.
  List<std::int32_t> own;
  List<std::int32_t> job_begin;  ///< [N+1]: user u's entries are job_begin[u] .. job_begin[u+1]-1

  // Job entries, a user's in FIFO order: by (submit slot, order in the input).
  List<std::int32_t> submit;     ///< [J]
  List<std::int32_t> tasks;      ///< [J] >= 1
  List<std::int32_t> duration;   ///< [J] >= 1
  List<std::int32_t> demand;     ///< [J] demand class
  List<std::int32_t> placement;  ///< [J] placement group
  /// [J] index of the job in its user's list as given. Entries of one user that share it are one
  /// job whose tasks were submitted in several slots.
  List<std::int32_t> job;
  List<double> job_weight;  ///< [J] or empty; 0: the user's
  /// [N] or empty: the user's weight may change: some job has one of its own, or an event sets it.
  List<std::uint8_t> is_weighed;
  /// [J] or empty: a server on which so many tasks of the user run has no room for one of these.
  List<std::int32_t> per_server;

  List<Change> changes;   ///< by slot, those of one slot in the order given
  List<Policy> policies;  ///< that changes name: none of them a pool, or without what cannot run

  List<std::int32_t> demands;      ///< [D][K]
  List<std::uint64_t> placements;  ///< [P][words()], bit m = server m is permitted

  // What belongs to a problem only where a run meets it as presented (kernels/alone.hpp).
  List<std::int64_t> total;  ///< [K] R_r where it is not that of these servers; or empty
  /// [N+1] or empty: in the slots alone_slot[i], ascending, i from alone_begin[u] on, user u starts
  /// tasks when it is alone; alone_sum[i] up to and in that slot.
  List<std::int32_t> alone_begin;
  List<std::int64_t> alone_slot, alone_sum;

  int users() const { return static_cast<int>(weight.size()); }
  int entries() const { return static_cast<int>(submit.size()); }
  int demand_classes() const { return static_cast<int>(std::ssize(demands) / resources); }
  int words() const { return static_cast<int>((std::int64_t{servers} + 63) / 64); }
  int placement_groups() const {
    return words() ? static_cast<int>(std::ssize(placements) / words()) : 0;
  }
  std::int32_t capacity_of(int resource, int server) const {
    return capacity[std::int64_t{resource} * servers + server];
  }
  /// [K] of a class.
  std::int32_t const* demand_of(int demand_class) const {
    return demands.data() + std::int64_t{demand_class} * resources;
  }
  /// Jobs that user u handed in (entries with the same label count once).
  int jobs(int user) const;
  std::int64_t total_tasks() const;
  /// Is the server in the placement group?
  bool permits(int group, int server) const {
    std::uint64_t const word = placements[std::int64_t{group} * words() + server / 64];
    return word >> (server % 64) & 1;
  }
  /// Demand class and placement group of an entry. With a limit a server its user and the limit,
  /// too: where it finds no room tells nothing of another user's tasks, or of another limit.
  std::array<int, 4> pair(int user, int entry) const {
    bool const limited = !per_server.empty() && is_limit(per_server[entry]);
    return {demand[entry], placement[entry], limited ? user : -1, limited ? per_server[entry] : 0};
  }
  /// Does some event do so?
  bool some_change(Change::What what) const;
  /// By the slot, and in it.
  bool has_left(int user, std::int64_t slot) const {
    return !leave.empty() && leave[user] > 0 && leave[user] <= slot;
  }
  /// The entry never arrives: its user will have left.
  bool comes_too_late(int user, int entry) const { return has_left(user, submit[entry]); }
};

/// What a job need not say.
struct JobTerms {
  double weight = 0.0;  ///< 0: the user's
  std::int32_t per_server = limits::count;
};

/// Collects servers, users and jobs, merges equal demands and equal permitted sets.
class ProblemBuilder {
 public:
  explicit ProblemBuilder(int resources, std::int64_t horizon = 0);

  void add_server(std::span<std::int32_t const> capacity, double speed = 1.0);
  /// A queue that has `part` of the one around it, or of the cluster (-1); its index.
  int add_queue(double part, int outer = -1);
  /// `queue`: -1 for one of its own, with 1/N. `minimum`: the share that it has first.
  int add_user(double weight = 1.0, int queue = -1, double minimum = 0.0);
  /// The user leaves in this slot.
  void set_leave(int user, std::int64_t slot);
  /// The servers that belong to the user, a placement group.
  void set_own(int user, int placement_group);
  /// A group of permitted servers; nullopt = all. Call after the last add_server.
  int placement(std::optional<std::vector<std::int32_t>> const& servers);
  int placement_bits(std::vector<std::uint64_t> bits);
  /// `job`: the label; by default the number of add_job calls for this user so far.
  void add_job(int user, std::int64_t submit, std::int64_t tasks, std::int64_t duration,
               std::span<std::int32_t const> demand, int placement_group,
               std::optional<int> job = std::nullopt, JobTerms terms = {});
  /// A policy that changes may name; its index.
  int add_policy(Policy const& policy);
  /// A server that goes down is up, or the other way round, as seen in order.
  void add_change(Change const& change);
  Problem build(Check const& check = no_check) &&;

 private:
  struct Entry {
    int user, label, demand, placement;
    std::int32_t submit, tasks, duration;
    JobTerms terms;
  };
  /// Sorts entries_ by user and submit slot, equal ones as they came; returns job_begin.
  List<std::int32_t> order_entries(Check const& check);
  void weigh_jobs(Problem& p) const;
  void limit_jobs(Problem& p) const;

  int resources_;
  std::int64_t horizon_;
  List<std::int32_t> servers_;  // [M][K]
  List<double> speeds_;
  List<double> weights_, minima_, parts_, guarantees_;
  List<std::int32_t> outer_;                  // [Q]
  List<std::int32_t> queues_, leaves_, own_;  // [N]
  List<int> jobs_of_user_;
  std::vector<Entry> entries_;
  List<Change> changes_;
  List<Policy> policies_;
  std::map<std::vector<std::int32_t>, int> demand_classes_;
  std::map<std::vector<std::uint64_t>, int> groups_;
};

}  // namespace fairslot
