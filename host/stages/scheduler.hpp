/// Algorithm 1 on the servers whose resources have changed, and what the scheduler knows for it. A
/// request-based scheduler is the same without predictions.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "host/stages/kinds.hpp"
#include "host/stages/matching.hpp"
#include "host/stages/orders.hpp"
#include "host/stages/outcome.hpp"
#include "host/stages/pending.hpp"
#include "host/stages/policies.hpp"
#include "host/stages/rests.hpp"
#include "host/stages/tree_of_eights.hpp"

namespace fairslot::stages {

/// The answer to a question whether a task may start on a server; `elsewhere`: its job waits for a
/// worker with its input; `avoided`: the server has killed one alike for memory.
enum class Match { yes, no_room, elsewhere, late, avoided };

/// Told of every match that was tried; for who asks why.
struct Tried {
  double time;
  std::int32_t server, task;
  Match match;
  Policy policy;
  bool by_request;  ///< of a scheduler that knows nothing else
  bool predicted;
  Future const& future;
  std::span<Stage const> stages;  ///< what is looked for: as predicted, their most, or the request
  std::optional<Misfit> misfit;   ///< why there was no room
};
using Listener = std::function<void(Tried const&)>;

class Scheduler {
 public:
  Scheduler(Instance const&, SchedulerName, Settings const&, std::vector<Server>&, Decisions&,
            Listener);
  virtual ~Scheduler() = default;

  bool is_fgm() const { return name_ == SchedulerName::fgm; }

  // Tasks. Each says how the books change.
  void ready(std::int32_t task);
  void stages_ended(std::size_t server);
  /// How wrong its prediction was, if there was one.
  std::optional<PredictionError> ended(std::size_t server, Running const&);
  /// `again`: it is ready again.
  void killed(std::size_t server, Running const&, bool again);
  /// It has overrun the server's memory: none alike starts there before a task there has ended or
  /// background has changed.
  void avoid(std::size_t server, std::int32_t task);

  // Servers.
  void changed(std::size_t server);
  void background_changed(std::size_t server);
  void all_changed() { all_changed_ = true; }
  void sample(double time);
  /// New predictions become visible, policies are set; returns servers to be recycled.
  std::vector<std::size_t> update(double time);

  /// When a job's wait for its input's workers ends.
  double next_wake() const { return wakes_.empty() ? for_ever : wakes_.begin()->first; }
  void wake(double time);

  /// `started` is told of every task that starts.
  using Started = std::function<void(std::size_t server, std::int32_t task)>;
  virtual void pass(double time, Started const& started);
  bool has_changes() const { return all_changed_ || !changed_.empty(); }

  Amounts reserved(std::size_t server) const;
  Policy policy(std::size_t server) const { return views_[server].monitor.policy; }
  std::int64_t tried(std::int32_t job) const { return tried_[static_cast<std::size_t>(job)]; }
  std::int64_t pending() const { return pending_.size(); }
  /// Of a family of similar tasks, as it is visible now.
  std::shared_ptr<Prediction const> prediction_of_family(std::size_t family) const {
    return learners_[family].prediction();
  }

 protected:
  struct View {
    Monitor monitor;
    Availability availability;
    bool stale = true;
  };
  /// The most that a task may take of the first two resources at once, until then in the server's
  /// own time.
  struct Room {
    Amount cpu = 0, memory = 0;
    double until = -for_ever;
  };
  using Predicted = std::shared_ptr<Prediction const>;

  Predicted prediction_of(std::int32_t kind) const;
  double own_time(std::size_t server, double time) const {
    return settings_.known ? servers_[server].clock() : time;
  }
  void set_reserved(std::size_t server, Running&, Amounts const&);
  void place_in_view(std::size_t server, Running&);
  void know_all();
  Kind const& kind_of(std::int32_t task) const;
  void make_shapes();
  Future future_of(std::size_t server, double time);
  std::optional<Misfit> misfit_by_request(std::size_t server, std::int32_t task) const;
  std::optional<Misfit> misfit(std::size_t server, std::int32_t task, Predicted const&,
                               Future const&) const;
  bool is_afar(std::size_t server, std::int32_t task) const;
  Predicted view_on(std::size_t server, std::int32_t task) const;
  bool fits_afar(std::size_t server, std::int32_t task, double time);
  std::vector<Stage> believed(std::int32_t task, Predicted const&) const;
  std::vector<Stage> looked_for(std::size_t server, std::int32_t task, Predicted const&) const;
  void tell(std::size_t server, std::int32_t task, Predicted const&, double time, Match);
  void tell(std::size_t server, std::int32_t task, double time, Match);
  bool has_room(std::size_t server, std::int32_t task, double time);
  std::optional<Misfit> why_not(std::size_t server, std::int32_t task, double time);
  bool has_failed(std::size_t server, std::size_t shape, double time) const;
  bool is_avoided(std::size_t server, std::size_t shape) const;
  bool is_late(std::size_t server, std::int32_t task, double time);
  bool may_visit(std::size_t server) const;
  void visit(std::size_t server, double time, Started const&);
  void set_room_by_request(std::size_t server);
  void forget_future(std::size_t server);
  Room room_of(std::size_t server, double time);
  bool is_full(std::size_t server, double time);
  void lay_to_rest(std::size_t server, double time);
  void find_candidates(std::size_t server, double time);
  Amounts room_now(std::size_t server, double time);
  std::int32_t next_for(std::size_t server, double time);
  std::int32_t next_of(std::int32_t job, std::size_t server, double time);
  std::int32_t eligible(std::int32_t job, std::int32_t kind, std::int32_t first, std::size_t server,
                        double time);
  void begin_wait(std::int32_t job, double time);
  void start(std::size_t server, std::int32_t task, double time);
  std::int32_t shape_of(std::int32_t task) const {
    return shape_of_[static_cast<std::size_t>(pending_.kind_of(task))];
  }
  void take_in_shapes();
  std::vector<std::size_t> take_changed();
  void pass_all_by_request(double time, Started const& started);

  Instance const& instance_;
  SchedulerName name_;
  Settings const& settings_;
  std::vector<Server>& servers_;
  Decisions& decisions_;
  Listener listener_;
  Kinds kinds_;
  JobOrder order_;
  Pending pending_;
  std::vector<Learner> learners_;  ///< [families]
  std::vector<Predicted> exact_;   ///< [kinds] where everything is known
  std::vector<View> views_;        ///< [servers]
  // Of each server what schedulers by request need, too, apart: it is little and stays in caches.
  std::vector<Amounts> unreserved_;                 ///< [servers] of the capacity
  std::vector<std::vector<std::int32_t>> avoided_;  ///< [servers] kinds
  std::vector<Room> rooms_;                         ///< [servers]
  TreeOfEights<MostRoom> by_request_;  ///< [servers] room of those that nothing else is known of
  std::vector<std::size_t> changed_;   ///< servers since the last pass, some twice
  bool all_changed_ = true;

  // Kinds that match alike have one shape.
  std::vector<std::int32_t> shape_of_;    ///< [kinds]
  std::vector<Amounts> first_need_;       ///< [shapes] at once
  Rests rests_;                           ///< of servers from shapes
  std::vector<std::uint64_t> failed_at_;  ///< [shapes] the visit
  std::vector<std::uint64_t> fitted_at_;  ///< [shapes] the attempt to find the next task
  std::uint64_t visit_ = 0, attempt_ = 0;
  std::vector<std::int32_t> candidates_;
  std::vector<std::size_t> shapes_;                       ///< that may have room, on this attempt
  std::set<std::pair<std::int32_t, std::int32_t>> late_;  ///< jobs and kinds, on this visit

  std::vector<double> waits_since_;  ///< [jobs] for its input's workers; below 0: not
  std::set<std::pair<double, std::int32_t>> wakes_;  ///< times, jobs
  std::vector<std::int64_t> tried_;                  ///< [jobs]
};

}  // namespace fairslot::stages
