#pragma once

#include <cstdint>
#include <limits>
#include <map>

#include "kernels/list.hpp"

namespace fairslot::bench {

/// What happens at the start of a later slot, by slot: near ones in vectors, far ones in a map.
template <class Event>
class Calendar {
 public:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  void add(std::int64_t slot, Event const& event) {
    List<Event>& events = slot < near ? reach(slot) : far_[slot];
    events.push_back(event);
    ++size_;
  }
  /// Calls visit(event) for the slot's events and drops them.
  template <class Visit>
  void take(std::int64_t slot, Visit visit) {
    List<Event> events;
    if (slot < near) {
      if (slot < std::int64_t(near_.size())) events.swap(near_[slot]);
    } else if (auto const found = far_.find(slot); found != far_.end()) {
      events.swap(found->second);
      far_.erase(found);
    }
    size_ -= events.size();
    for (Event const& event : events) visit(event);
  }
  std::int64_t next(std::int64_t slot) const {
    if (size_ == 0) return never;
    for (; slot < std::int64_t(near_.size()); ++slot)
      if (!near_[slot].empty()) return slot;
    return far_.empty() ? never : far_.begin()->first;
  }
  bool empty() const { return size_ == 0; }

 private:
  static constexpr std::int64_t near = 1 << 20;
  List<Event>& reach(std::int64_t slot) {
    if (slot >= std::int64_t(near_.size())) near_.resize(std::size_t(slot + slot / 2 + 64));
    return near_[slot];
  }
  List<List<Event>> near_;
  std::map<std::int64_t, List<Event>> far_;
  std::size_t size_ = 0;
};

}  // namespace fairslot::bench
