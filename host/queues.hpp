/// Queues with guarantees, as problems and scenarios name them: "a/b" is the queue b in a.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace fairslot {

struct Queue {
  std::string name;
  double part;              ///< of the queue around it, or of the cluster
  int outer = -1;           ///< index of the queue around it; -1: none
  bool has_queues = false;  ///< in it; such a one takes no users
};

/// What is wrong with the queue of that name.
struct QueueError : std::runtime_error {
  QueueError(std::string of, std::string const& what)
      : std::runtime_error(what), name(std::move(of)) {}
  std::string name;
};

/// In the order of names, an outer queue before those in it. `parts`: of each by name the part of
/// the queue around it. Throws QueueError.
std::vector<Queue> read_queues(std::map<std::string, double> const& parts);

/// The queues in this one (-1: in none) sum to at most 1, but for rounding. Throws QueueError.
void require_sum(std::vector<Queue> const& queues, int outer);

/// Of the queue of that name. Throws QueueError.
int index_of_queue(std::vector<Queue> const& queues, std::string const& name);

/// The queue that a user names, by its index. Throws QueueError.
int find_queue(std::vector<Queue> const& queues, std::string const& name);

}  // namespace fairslot
