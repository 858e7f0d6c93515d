#include "host/audit/edits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/error.hpp"

namespace fairslot::audit {
namespace {

template <class T>
void leave_out(List<T>& values, std::int64_t first, std::int64_t count = 1) {
  if (!values.empty()) values.erase(values.begin() + first, values.begin() + first + count);
}

template <class T>
void repeat_each(List<T>& values, std::int64_t first, std::int64_t last) {
  if (values.empty()) return;
  List<T> more(values.begin(), values.begin() + first);
  for (std::int64_t i = first; i < last; ++i) more.insert(more.end(), 2, values[i]);
  more.insert(more.end(), values.begin() + last, values.end());
  values = std::move(more);
}

/// What the lie makes of a class's demand.
std::vector<std::int64_t> lied_demand(Problem const& p, int demand_class, Lie const& lie) {
  std::vector<std::int64_t> demand;
  for (int r = 0; r < p.resources; ++r) {
    std::int64_t const real = p.demand_of(demand_class)[r];
    bool const is_lied = lie.resource < 0 || lie.resource == r;
    demand.push_back(!is_lied ? real : lie.half ? (3 * real + 1) / 2 : 2 * real);
  }
  return demand;
}

void lie_of_demand(Problem& p, int user, Lie const& lie) {
  for (int e = p.job_begin[user]; e < p.job_begin[user + 1]; ++e) {
    auto const demand = lied_demand(p, p.demand[e], lie);
    p.demand[e] = p.demand_classes();
    p.demands.insert(p.demands.end(), demand.begin(), demand.end());
  }
}

/// Every second server of the group, the first kept.
void lie_of_servers(Problem& p, int user) {
  for (int e = p.job_begin[user]; e < p.job_begin[user + 1]; ++e) {
    List<std::uint64_t> bits(static_cast<std::size_t>(p.words()));
    for (int m = 0, permitted = 0; m < p.servers; ++m)
      if (p.permits(p.placement[e], m) && permitted++ % 2 == 0)
        bits[m / 64] |= std::uint64_t{1} << (m % 64);
    p.placement[e] = p.placement_groups();
    p.placements.insert(p.placements.end(), bits.begin(), bits.end());
  }
}

void lie_of_tasks(Problem& p, int user) {
  std::int32_t const first = p.job_begin[user], last = p.job_begin[user + 1];
  for (auto* const of_entries :
       {&p.submit, &p.tasks, &p.duration, &p.demand, &p.placement, &p.job, &p.per_server})
    repeat_each(*of_entries, first, last);
  repeat_each(p.job_weight, first, last);
  for (int u = user + 1; u <= p.users(); ++u) p.job_begin[u] += last - first;
}

}  // namespace

Problem without_user(Problem p, int user) {
  std::int32_t const first = p.job_begin[user], count = p.job_begin[user + 1] - first;
  for (auto* const of_entries :
       {&p.submit, &p.tasks, &p.duration, &p.demand, &p.placement, &p.job, &p.per_server})
    leave_out(*of_entries, first, count);
  leave_out(p.job_weight, first, count);
  for (auto* const of_users : {&p.queue, &p.leave, &p.own}) leave_out(*of_users, user);
  leave_out(p.weight, user), leave_out(p.minimum, user), leave_out(p.is_weighed, user);
  leave_out(p.job_begin, user + 1);
  for (int u = user + 1; u < std::ssize(p.job_begin); ++u) p.job_begin[u] -= count;
  std::erase_if(p.changes, [&](Change const& change) {
    return change.what == Change::What::weight && change.of == user;
  });
  for (Change& change : p.changes)
    if (change.what == Change::What::weight && change.of > user) --change.of;
  return p;
}

Problem with_twice(Problem p, int resource) {
  std::int64_t total = 0;
  for (int m = 0; m < p.servers; ++m) {
    std::int64_t const twice = 2 * std::int64_t{p.capacity_of(resource, m)};
    total += twice;
    if (twice > limits::capacity || total > limits::total_capacity)
      throw InputError(fmt::format(
          "audit resource: twice of resource {} of server {} is more than a problem may have",
          resource, m));
    p.capacity[std::int64_t{resource} * p.servers + m] = static_cast<std::int32_t>(twice);
  }
  return p;
}

std::string words_of(Lie const& lie) {
  switch (lie.of) {
    case Lie::Of::tasks:
      return "twice the tasks";
    case Lie::Of::servers:
      return "every second server";
    case Lie::Of::duration:
      return "twice the duration";
    case Lie::Of::demand:
      break;
  }
  return fmt::format("{} the demand{}", lie.half ? "1.5 times" : "twice",
                     lie.resource < 0 ? "" : fmt::format(" of resource {}", lie.resource));
}

bool is_told(Problem const& p, int user, Lie const& lie) {
  bool is_other = false;
  for (int e = p.job_begin[user]; e < p.job_begin[user + 1]; ++e) {
    if (lie.of == Lie::Of::tasks) is_other = true;
    if (lie.of == Lie::Of::duration) {
      if (2 * std::int64_t{p.duration[e]} > limits::count) return false;
      is_other = true;
    }
    if (lie.of == Lie::Of::servers) {
      int permitted = 0;
      for (int m = 0; m < p.servers; ++m) permitted += p.permits(p.placement[e], m);
      is_other |= permitted > 1;
    }
    if (lie.of == Lie::Of::demand) {
      auto const demand = lied_demand(p, p.demand[e], lie);
      if (std::ranges::max(demand) > limits::capacity) return false;
      is_other |= !std::ranges::equal(
          demand, std::span(p.demand_of(p.demand[e]), static_cast<std::size_t>(p.resources)));
    }
  }
  return is_other;
}

Problem with_lie(Problem p, int user, Lie const& lie) {
  switch (lie.of) {
    case Lie::Of::demand:
      lie_of_demand(p, user, lie);
      break;
    case Lie::Of::tasks:
      lie_of_tasks(p, user);
      break;
    case Lie::Of::servers:
      lie_of_servers(p, user);
      break;
    case Lie::Of::duration:
      for (int e = p.job_begin[user]; e < p.job_begin[user + 1]; ++e) p.duration[e] *= 2;
      break;
  }
  return p;
}

}  // namespace fairslot::audit
