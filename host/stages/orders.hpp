/// Whose task is next: jobs that wait, in the order of a scheduler. Lowest first, then the earlier
/// job. Tasks of one shape match alike; a job waits with those of some shapes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "host/stages/instance.hpp"
#include "host/stages/settings.hpp"
#include "host/stages/shape_index.hpp"

namespace fairslot::stages {

class JobOrder {
 public:
  JobOrder(Instance const&, Order, std::vector<double> guarantees);

  /// These are the shapes from now on, by what they need at once, and nobody waits.
  void set_shapes(std::vector<Amounts> const& needs);
  /// True where nobody waited with this shape before.
  bool add_waiting(std::int32_t job, std::int32_t shape, std::int64_t tasks);
  void remove_waiting(std::int32_t job, std::int32_t shape, std::int64_t tasks);
  ShapeIndex const& waiting_shapes() const { return index_; }
  /// What is reserved for the job's tasks has grown by this.
  void reserve(std::int32_t job, Amounts const& more);
  void release(std::int32_t job, Amounts const& less);

  /// What counts of a job, and of its queue before that: lowest first.
  double share_of(std::int32_t job) const;
  double level_of_queue(std::size_t queue) const;

  /// Those that wait with one of these shapes that is open, in order, until `visit`, which may
  /// close shapes, returns true.
  template <class IsOpen, class Visit>
  void until(std::vector<std::size_t> const& shapes, IsOpen const& is_open,
             Visit const& visit) const;

 private:
  using Entry = std::pair<double, std::int32_t>;  // what counts, job
  using Entries = std::set<Entry>;
  /// How far the entries of a shape have been visited.
  struct Head {
    Entries::const_iterator at, end;
    std::size_t shape;
    bool operator<(Head const& other) const { return *other.at < *at; }  // the first is on top
  };

  using Turn = std::vector<std::size_t>;  // places

  std::vector<Entries>& place_of(std::int32_t job);
  std::vector<Head> heads(Turn const& turn, std::vector<std::size_t> const& shapes) const;
  std::vector<Turn> turns() const;
  template <class Body>
  void changed(std::int32_t job, Body const& body);

  Instance const& instance_;
  Order order_;
  std::vector<double> guarantees_;
  Amounts total_ = {};
  std::vector<Amounts> reserved_;                            ///< [jobs]
  std::vector<Amount> queue_memory_;                         ///< [queues]
  std::vector<std::map<std::int32_t, std::int64_t>> waits_;  ///< [jobs] tasks by shape
  std::vector<std::int64_t> in_shape_;                       ///< [shapes] tasks that wait
  ShapeIndex index_;
  std::vector<std::vector<Entries>> places_;  ///< [queues] of capacity, else one; [shapes]
};

template <class IsOpen, class Visit>
void JobOrder::until(std::vector<std::size_t> const& shapes, IsOpen const& is_open,
                     Visit const& visit) const {
  for (Turn const& turn : turns()) {
    auto open = heads(turn, shapes);
    for (std::int32_t last = -1; !open.empty();) {
      std::pop_heap(open.begin(), open.end());
      Head& first = open.back();
      std::int32_t const job = first.at->second;
      if (is_open(first.shape) && job != last && visit(last = job)) return;
      if (is_open(first.shape) && ++first.at != first.end)
        std::push_heap(open.begin(), open.end());
      else
        open.pop_back();
    }
  }
}

}  // namespace fairslot::stages
