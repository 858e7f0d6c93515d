#include "tests/oracle/stages/plain.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace fairslot::stages::twin {
namespace {

class Plain : public Scheduler {
 public:
  using Scheduler::Scheduler;

  void pass(double time, Started const& started) override {
    ++decisions_.passes;
    for (std::size_t const s : take_changed()) {
      if (!may_visit(s)) continue;
      ++decisions_.visits;
      servers_[s].go_to(time);
      late_ones_.clear();
      for (std::int32_t task; (task = next(s, time)) >= 0;) {
        start(s, task, time);
        started(s, task);
      }
    }
  }

 private:
  /// Tasks of a job lie together.
  std::pair<std::int32_t, std::int32_t> tasks_of(Job const& job) const {
    auto const group = [this](std::int32_t g) {
      return instance_.groups[static_cast<std::size_t>(g)];
    };
    return {group(job.first_group).first, group(job.last_group - 1).last};
  }

  /// Jobs that wait, the lowest first.
  std::vector<std::int32_t> in_order() const {
    std::vector<std::tuple<double, double, std::int32_t>> waiting;
    for (std::size_t j = 0; j < instance_.jobs.size(); ++j) {
      auto const job = static_cast<std::int32_t>(j);
      auto const queue = static_cast<std::size_t>(instance_.jobs[j].queue);
      if (std::ranges::any_of(pending_.of(job), [](auto const& own) { return own.count > 0; }))
        waiting.emplace_back(order_.level_of_queue(queue), order_.share_of(job), job);
    }
    std::ranges::sort(waiting);
    std::vector<std::int32_t> jobs;
    for (auto const& own : waiting) jobs.push_back(std::get<2>(own));
    return jobs;
  }

  bool fits(std::size_t server, std::int32_t task, Future const& future) {
    std::int32_t const kind = pending_.kind_of(task);
    for (std::int32_t const other : avoided_[server])
      if (shape_of_[static_cast<std::size_t>(other)] == shape_of(task)) return false;
    ++decisions_.matches;
    if (!is_fgm())
      return !any_less(future.pieces.front().free,
                       kinds_.kinds[static_cast<std::size_t>(kind)].request);
    return !misfit(server, task, prediction_of(kind), future);
  }

  bool is_in_time(std::size_t server, std::int32_t task, double time, Future const& future) {
    double const deadline = instance_.tasks[static_cast<std::size_t>(task)].deadline;
    return !is_fgm() ||
           keeps_deadlines(servers_[server], future, believed(task, view_on(server, task)), time,
                           deadline, instance_, settings_.penalty);
  }

  std::int32_t next(std::size_t server, double time) {
    Availability availability;
    availability.build(servers_[server],
                       is_fgm() ? views_[server].monitor.background(servers_[server]) : Amounts{});
    double const now = own_time(server, time);
    Future const future{std::span(availability.pieces()).subspan(availability.at(now)), now,
                        servers_[server].capacity(), availability.base()};
    for (std::int32_t const job : in_order()) {
      std::int32_t const task = next_of_job(job, server, time, future);
      if (task >= 0) return task;
    }
    return -1;
  }

  /// Of each kind the first that fits and may run here; of those the first that keeps deadlines.
  std::int32_t next_of_job(std::int32_t job, std::size_t server, double time,
                           Future const& future) {
    std::map<std::int32_t, std::int32_t> first_of_kind;
    auto const [begin, end] = tasks_of(instance_.jobs[static_cast<std::size_t>(job)]);
    for (std::int32_t task = begin; task < end; ++task)
      if (pending_.waits(task) && !late_ones_.contains({job, pending_.kind_of(task)}) &&
          fits(server, task, future))
        first_of_kind.emplace(pending_.kind_of(task), task);
    std::vector<std::int32_t> candidates;
    for (auto const& [kind, first] : first_of_kind)
      if (std::int32_t const task = eligible(job, kind, first, server, time);
          task >= 0 && (!settings_.known || !is_fgm() || !is_afar(server, task) ||
                        !misfit(server, task, view_on(server, task), future)))
        candidates.push_back(task);
    std::ranges::sort(candidates);
    for (std::int32_t const task : candidates) {
      if (is_in_time(server, task, time, future)) return task;
      late_ones_.emplace(job, pending_.kind_of(task));
    }
    return -1;
  }

  std::set<std::pair<std::int32_t, std::int32_t>> late_ones_;  ///< jobs and kinds, on this visit
};

}  // namespace

MakeScheduler plain_scheduler() {
  return [](auto&&... all) { return std::make_unique<Plain>(std::forward<decltype(all)>(all)...); };
}

}  // namespace fairslot::stages::twin
