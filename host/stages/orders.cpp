#include "host/stages/orders.hpp"

namespace fairslot::stages {

JobOrder::JobOrder(Instance const& instance, Order order, std::vector<double> guarantees)
    : instance_(instance),
      order_(order),
      guarantees_(std::move(guarantees)),
      reserved_(instance.jobs.size()),
      queue_memory_(guarantees_.size()),
      waits_(instance.jobs.size()),
      places_(order == Order::capacity ? guarantees_.size() : 1) {
  for (Amounts const& worker : instance.workers) add(total_, worker);
}

double JobOrder::share_of(std::int32_t job) const {
  Amounts const& reserved = reserved_[static_cast<std::size_t>(job)];
  if (order_ == Order::fair) return part_of(reserved[memory], total_[memory]);
  if (order_ != Order::drf) return 0;
  double share = 0;
  for (std::size_t r = 0; r < most_resources; ++r)
    share = std::max(share, part_of(reserved[r], total_[r]));
  return share;
}

/// 0 where queues do not count.
double JobOrder::level_of_queue(std::size_t queue) const {
  if (order_ != Order::capacity) return 0;
  return part_of(queue_memory_[queue], total_[memory]) / guarantees_[queue];
}

std::vector<JobOrder::Entries>& JobOrder::place_of(std::int32_t job) {
  if (order_ != Order::capacity) return places_.front();
  return places_[static_cast<std::size_t>(instance_.jobs[static_cast<std::size_t>(job)].queue)];
}

/// Queues by what is reserved of memory over their guarantee; equal ones take one turn.
std::vector<JobOrder::Turn> JobOrder::turns() const {
  if (places_.size() == 1) return {{0}};
  std::map<double, Turn> by_level;
  for (std::size_t queue = 0; queue < places_.size(); ++queue)
    by_level[level_of_queue(queue)].push_back(queue);
  std::vector<Turn> turns;
  for (auto& [level, turn] : by_level) turns.push_back(std::move(turn));
  return turns;
}

template <class Body>
void JobOrder::changed(std::int32_t job, Body const& body) {
  auto& entries = place_of(job);
  auto const& shapes = waits_[static_cast<std::size_t>(job)];
  Entry const before{share_of(job), job};
  body();
  Entry const now{share_of(job), job};
  if (now == before) return;
  for (auto const& [shape, tasks] : shapes) {
    auto entry = entries[static_cast<std::size_t>(shape)].extract(before);
    entry.value() = now;
    entries[static_cast<std::size_t>(shape)].insert(std::move(entry));
  }
}

std::vector<JobOrder::Head> JobOrder::heads(Turn const& turn,
                                            std::vector<std::size_t> const& shapes) const {
  std::vector<Head> heads;
  for (std::size_t const place : turn)
    for (std::size_t const shape : shapes)
      if (Entries const& entries = places_[place][shape]; !entries.empty())
        heads.push_back({entries.begin(), entries.end(), shape});
  std::make_heap(heads.begin(), heads.end());
  return heads;
}

void JobOrder::set_shapes(std::vector<Amounts> const& needs) {
  for (auto& shapes : waits_) shapes.clear();
  in_shape_.assign(needs.size(), 0);
  index_ = ShapeIndex(needs);
  for (auto& entries : places_) entries.assign(needs.size(), {});
}

bool JobOrder::add_waiting(std::int32_t job, std::int32_t shape, std::int64_t tasks) {
  auto const s = static_cast<std::size_t>(shape);
  std::int64_t& own = waits_[static_cast<std::size_t>(job)][shape];
  if (own == 0) place_of(job)[s].emplace(share_of(job), job);
  bool const first = in_shape_[s] == 0;
  if (first) index_.set_waiting(s, true);
  own += tasks, in_shape_[s] += tasks;
  return first;
}

void JobOrder::remove_waiting(std::int32_t job, std::int32_t shape, std::int64_t tasks) {
  auto const s = static_cast<std::size_t>(shape);
  auto& shapes = waits_[static_cast<std::size_t>(job)];
  if ((in_shape_[s] -= tasks) == 0) index_.set_waiting(s, false);
  if ((shapes[shape] -= tasks) > 0) return;
  shapes.erase(shape);
  place_of(job)[s].erase({share_of(job), job});
}

void JobOrder::reserve(std::int32_t job, Amounts const& more) {
  changed(job, [&] { add(reserved_[static_cast<std::size_t>(job)], more); });
  auto const queue = instance_.jobs[static_cast<std::size_t>(job)].queue;
  queue_memory_[static_cast<std::size_t>(queue)] += more[memory];
}

void JobOrder::release(std::int32_t job, Amounts const& less) {
  reserve(job, difference({}, less));
}

}  // namespace fairslot::stages
