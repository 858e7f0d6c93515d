#include "host/pool/read_user.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/pool/ranges.hpp"

namespace fairslot::pool {
namespace {

using scenario::fail;
using scenario::Value;

void read_demand(Instance& in, Keys& keys) {
  if (in.K() == 0) {
    if (Value const* const given = keys.find("demand"))
      fail(given->place, keys.full("demand"), "has a meaning only with capacity, or servers");
  } else {
    Value const& given = keys.get("demand", "a list of numbers, one a resource");
    std::string const key = keys.full("demand");
    auto const demand = numbers(given, key, amounts);
    require_length(given, key, demand.size(), in.K(), "one a resource");
    if (std::ranges::count(demand, 0.0) == std::ssize(demand))
      fail(given.place, key, "all are 0 (allowed: one above 0)");
    in.demand.insert(in.demand.end(), demand.begin(), demand.end());
  }
  Value const* const tasks = keys.find("tasks");
  in.tasks.push_back(tasks ? number(*tasks, keys.full("tasks"), amounts) : unlimited);
}

void read_weight(Instance& in, Keys& keys) {
  Value const* const given = keys.find("weight");
  std::string const key = keys.full("weight");
  std::size_t const most = std::max<std::size_t>(in.K(), 1);
  std::vector<double> own(most, 1.0);
  if (given && std::holds_alternative<scenario::Array>(given->data)) {
    own = numbers(*given, key, weights);
    require_length(*given, key, own.size(), most, "one a resource");
  } else if (given) {
    own.assign(most, number(*given, key, weights));
  }
  in.weight.insert(in.weight.end(), own.begin(), own.end());
}

void read_permitted(Instance& in, Keys& keys) {
  Value const* const given = keys.find("servers");
  std::string const key = keys.full("servers");
  if (given && in.servers.empty())
    fail(given->place, key, "has a meaning only with servers, [[servers]]");
  if (in.servers.empty()) return;
  std::vector<std::size_t> own;  // empty: all
  if (given) {
    for (Value const& element : list(*given, key, "servers, from 0"))
      own.push_back(static_cast<std::size_t>(integer(element, fmt::format("{}.{}", key, own.size()),
                                                     0, static_cast<std::int64_t>(in.M()) - 1)));
    std::ranges::sort(own);
    if (own.empty()) fail(given->place, key, "an empty list (allowed: at least one server)");
    if (auto const twice = std::ranges::adjacent_find(own); twice != own.end())
      fail(given->place, key, fmt::format("{} is listed twice", *twice));
    if (own.size() == in.M()) own.clear();
  }
  in.permitted.push_back(std::move(own));
}

void read_arrival(Instance& in, Keys& keys, std::size_t users) {
  std::size_t const arrived = in.tasks.size();  // this one is the last of them
  Value const* const contribution = keys.find("contribution");
  Value const* const leave = keys.find("leave_after");
  if (leave && !contribution)
    fail(leave->place, keys.full("leave_after"), "has a meaning only with contribution");
  if (!contribution) return;
  in.contribution.push_back(number(*contribution, keys.full("contribution"), contributions));
  in.leave_after.push_back(
      leave ? static_cast<std::size_t>(integer(*leave, keys.full("leave_after"),
                                               static_cast<std::int64_t>(arrived),
                                               static_cast<std::int64_t>(users)))
            : 0);
}

void read_slots(Instance& in, Keys& keys) {
  Value const* const given = keys.find("demand_slots");
  if (!given) return;
  std::string const key = keys.full("demand_slots");
  auto const own = numbers(*given, key, amounts);
  if (own.empty()) fail(given->place, key, "an empty list (allowed: a number a slot)");
  if (in.slots == 0) in.slots = own.size();
  require_length(*given, key, own.size(), in.slots, "one a slot, as other users have");
  in.slot_demand.insert(in.slot_demand.end(), own.begin(), own.end());
}

void read_values(Instance& in, Keys& keys) {
  Value const* const given = keys.find("values");
  if (!given) return;
  std::string const key = keys.full("values");
  if (in.jobs.empty()) fail(given->place, key, "has a meaning only with jobs");
  auto const own = numbers(*given, key, amounts);
  require_length(*given, key, own.size(), in.J(), "one a job");
  in.values.insert(in.values.end(), own.begin(), own.end());
}

/// The key of a shape's one number.
constexpr std::string_view parameter_names[] = {"d", "c", "m", "m"};

void read_points(Value const& given, std::string const& key, Utility& utility) {
  for (Value const& element : list(given, key, "[amount, utility]")) {
    std::string const own = fmt::format("{}.{}", key, utility.points.size());
    auto const pair = numbers(element, own, amounts);
    require_length(element, own, pair.size(), 2, "amount and utility");
    UtilityPoint const point{pair[0], pair[1]};
    if (utility.points.empty() && point.amount != 0)
      fail(element.place, own,
           fmt::format("{} is not allowed (allowed: the first amount is 0)", point.amount));
    if (!utility.points.empty() && point.amount < utility.points.back().amount)
      fail(element.place, own,
           fmt::format("the amount falls from {} to {} (allowed: ascending)",
                       utility.points.back().amount, point.amount));
    if (!utility.points.empty() && point.utility < utility.points.back().utility)
      fail(element.place, own,
           fmt::format("the utility falls from {} to {} (allowed: one that "
                       "never decreases)",
                       utility.points.back().utility, point.utility));
    utility.points.push_back(point);
  }
  if (utility.points.size() < 2)
    fail(given.place, key,
         fmt::format("{} points are not allowed (allowed: two or more)", utility.points.size()));
}

void read_utility(Instance& in, Keys& keys) {
  Value const* const given = keys.find("utility");
  if (!given) return;
  Keys own(*given, keys.full("utility"));
  Value const& kind = own.get("kind", fmt::format("{}", fmt::join(shape_names, ", ")));
  Utility utility;
  utility.shape = static_cast<Shape>(name(kind, own.full("kind"), shape_names));
  if (utility.shape == Shape::points) {
    read_points(own.get("points", "a list of [amount, utility]"), own.full("points"), utility);
  } else {
    auto const key = parameter_names[static_cast<std::size_t>(utility.shape)];
    utility.parameter = number(own.get(key, positive.text()), own.full(key), positive);
  }
  own.refuse_others();
  in.utility.push_back(std::move(utility));
}

}  // namespace

void read_user(Instance& in, Keys& keys, std::size_t users) {
  read_demand(in, keys);
  read_weight(in, keys);
  read_permitted(in, keys);
  read_utility(in, keys);
  read_arrival(in, keys, users);
  read_slots(in, keys);
  read_values(in, keys);
}

}  // namespace fairslot::pool
