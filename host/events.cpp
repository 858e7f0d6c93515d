#include "host/events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace fairslot {
namespace {

using What = Change::What;

constexpr std::string_view kinds =
    "\"server\" and \"up\", \"user\" and \"weight\", \"queue\" and \"guarantee\", or "
    "\"policy\"";

/// The value of a key that an event must have.
template <class T>
T needed(std::size_t event, std::optional<T> const& value, std::string const& key,
         std::string_view allowed) {
  if (!value)
    throw EventError(event, key, fmt::format("\"{}\" is missing (allowed: {})", key, allowed));
  return *value;
}

std::int64_t slot_of(GivenEvent const& event, std::size_t i) {
  std::string const allowed = fmt::format("an integer, 1 to {}", limits::count);
  std::int64_t const slot = needed(i, event.slot, "slot", allowed);
  if (slot < 1 || slot > limits::count)
    throw EventError(i, "slot", fmt::format("{} (allowed: {})", slot, allowed));
  return slot;
}

/// A server or a user.
std::int32_t index_of(std::size_t i, std::optional<std::int64_t> const& value,
                      std::string const& key, std::int64_t count) {
  std::string const allowed = count > 0 ? fmt::format("an integer, 0 to {}", count - 1)
                                        : fmt::format("none, there are no {}s", key);
  std::int64_t const index = needed(i, value, key, allowed);
  if (index < 0 || index >= count)
    throw EventError(i, key, fmt::format("{} is no {} (allowed: {})", index, key, allowed));
  return static_cast<std::int32_t>(index);
}

Change of_server(GivenEvent const& event, std::size_t i, Named const& named) {
  std::int32_t const server = index_of(i, event.server, "server", named.servers);
  bool const up = needed(i, event.up, "up", "true or false");
  return {slot_of(event, i), up ? What::server_up : What::server_down, server};
}

Change of_user(GivenEvent const& event, std::size_t i, Named const& named) {
  std::int32_t const user = index_of(i, event.user, "user", named.users);
  std::string const allowed =
      fmt::format("a number, {} to {}", limits::min_weight, limits::max_weight);
  double const weight = needed(i, event.weight, "weight", allowed);
  if (!(weight >= limits::min_weight && weight <= limits::max_weight))
    throw EventError(i, "weight", fmt::format("{} (allowed: {})", weight, allowed));
  return {slot_of(event, i), What::weight, user, weight};
}

Change of_queue(GivenEvent const& event, std::size_t i, Named const& named) {
  std::string const name = needed(i, event.queue, "queue", "a name in \"queues\"");
  std::string const allowed = "a number above 0, at most 1";
  double const guarantee = needed(i, event.guarantee, "guarantee", allowed);
  if (!(guarantee > 0 && guarantee <= 1))
    throw EventError(i, "guarantee", fmt::format("{} (allowed: {})", guarantee, allowed));
  try {
    return {slot_of(event, i), What::guarantee, index_of_queue(named.queues, name), guarantee};
  } catch (QueueError const& error) {
    throw EventError(i, "queue", error.what());
  }
}

/// Another policy, the next in the list of those that events name.
Change of_policy(GivenEvent const& event, std::size_t i, List<Policy>& policies) {
  try {
    policies.push_back(parse_policy(*event.policy));
  } catch (PolicyError const& error) {
    throw EventError(i, "policy", error.what());
  }
  return {slot_of(event, i), What::policy, static_cast<std::int32_t>(policies.size()) - 1};
}

/// One kind of event has been chosen by its first key: it may have no other's.
Change change_of(GivenEvent const& event, std::size_t i, Named const& named,
                 List<Policy>& policies) {
  bool const server = event.server || event.up, user = event.user || event.weight;
  bool const queue = event.queue || event.guarantee, policy = event.policy.has_value();
  if (server + user + queue + policy == 0)
    throw EventError(i, "slot", fmt::format("nothing happens (allowed: {} beside it)", kinds));
  if (server + user + queue + policy > 1) {
    std::string const key = policy        ? "policy"
                            : !queue      ? (event.user ? "user" : "weight")
                            : event.queue ? "queue"
                                          : "guarantee";
    throw EventError(i, key, fmt::format("is of another event (allowed: {})", kinds));
  }
  return server   ? of_server(event, i, named)
         : user   ? of_user(event, i, named)
         : policy ? of_policy(event, i, policies)
                  : of_queue(event, i, named);
}

/// Servers that go down are up, and the other way round.
class Servers {
 public:
  void take(std::size_t i, Change const& change) {
    bool const up = change.what == What::server_up;
    auto const at = down_.find(change.of);
    if (up && at == down_.end())
      throw EventError(i, "up",
                       fmt::format("server {} is up in slot {} already (allowed: false)", change.of,
                                   change.slot));
    if (!up && at != down_.end())
      throw EventError(
          i, "up",
          fmt::format("server {} is down in slot {} already, since slot {} (allowed: true)",
                      change.of, change.slot, at->second));
    if (up)
      down_.erase(at);
    else
      down_.emplace(change.of, change.slot);
  }

 private:
  std::map<std::int32_t, std::int64_t> down_;  // since that slot
};

/// What lies in one queue, or in none, sums to at most 1 after every slot.
class Guarantees {
 public:
  explicit Guarantees(std::vector<Queue> const& queues) : queues_(queues) {}

  void take(std::size_t i, Change const& change) {
    if (change.slot != slot_) check();
    slot_ = change.slot;
    queues_[static_cast<std::size_t>(change.of)].part = change.value;
    latest_[queues_[static_cast<std::size_t>(change.of)].outer] = i;
  }
  void check() {
    for (auto const& [outer, event] : latest_) try {
        require_sum(queues_, outer);
      } catch (QueueError const& error) {
        throw EventError(event, "guarantee", fmt::format("in slot {} {}", slot_, error.what()));
      }
    latest_.clear();
  }

 private:
  std::vector<Queue> queues_;
  std::int64_t slot_ = 0;
  std::map<int, std::size_t> latest_;  // event of this slot in each queue
};

}  // namespace

Changes changes_of(std::vector<GivenEvent> const& events, Named const& named) {
  Changes changes;
  List<Change> given;
  for (std::size_t i = 0; i < events.size(); ++i)
    given.push_back(change_of(events[i], i, named, changes.policies));
  std::vector<std::size_t> order(given.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return given[i].slot; });

  Servers servers;
  Guarantees guarantees(named.queues);
  for (std::size_t const i : order) {
    if (given[i].is_of_server()) servers.take(i, given[i]);
    if (given[i].what == What::guarantee) guarantees.take(i, given[i]);
    changes.by_slot.push_back(given[i]);
  }
  guarantees.check();
  return changes;
}

void require_suited(Policy const& policy, Problem const& problem) {
  require_resources(policy, problem.resources);
  require_counters(policy, problem.users(), problem.servers, !problem.per_server.empty());
  if (problem.some_change(What::server_down)) require_servers(policy);
  if (problem.some_change(What::guarantee)) require_guarantees(policy);
  if (problem.some_change(What::policy)) require_others(policy);
}

}  // namespace fairslot
