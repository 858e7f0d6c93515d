#include "host/events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace fairslot {
namespace {

/// The value of a key that an event must have.
template <class T>
T needed(std::size_t event, std::optional<T> const& value, std::string const& key,
         std::string_view allowed) {
  if (!value)
    throw EventError(event, key, fmt::format("\"{}\" is missing (allowed: {})", key, allowed));
  return *value;
}

std::int64_t slot_of(std::vector<GivenEvent> const& events, std::size_t i) {
  std::int64_t const slot =
      needed(i, events[i].slot, "slot", fmt::format("an integer, 1 to {}", limits::count));
  if (slot < 1 || slot > limits::count)
    throw EventError(i, "slot",
                     fmt::format("{} (allowed: an integer, 1 to {})", slot, limits::count));
  return slot;
}

Change change_of(std::vector<GivenEvent> const& events, std::size_t i, std::int64_t servers) {
  GivenEvent const& event = events[i];
  std::string const allowed =
      servers > 0 ? fmt::format("an integer, 0 to {}", servers - 1) : "none, there are no servers";
  std::int64_t const server = needed(i, event.server, "server", allowed);
  if (server < 0 || server >= servers)
    throw EventError(i, "server", fmt::format("{} is no server (allowed: {})", server, allowed));
  bool const up = needed(i, event.up, "up", "true or false");
  return {slot_of(events, i), up ? Change::What::server_up : Change::What::server_down,
          static_cast<std::int32_t>(server)};
}

}  // namespace

List<Change> changes_of(std::vector<GivenEvent> const& events, std::int64_t servers) {
  List<Change> given;
  for (std::size_t i = 0; i < events.size(); ++i) given.push_back(change_of(events, i, servers));
  std::vector<std::size_t> order(given.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return given[i].slot; });

  List<Change> changes;
  std::map<std::int32_t, std::int64_t> down;  // since that slot
  for (std::size_t const i : order) {
    Change const& change = given[i];
    bool const up = change.what == Change::What::server_up;
    auto const at = down.find(change.of);
    if (up && at == down.end())
      throw EventError(i, "up",
                       fmt::format("server {} is up in slot {} already (allowed: false)", change.of,
                                   change.slot));
    if (!up && at != down.end())
      throw EventError(
          i, "up",
          fmt::format("server {} is down in slot {} already, since slot {} (allowed: true)",
                      change.of, change.slot, at->second));
    if (up)
      down.erase(at);
    else
      down.emplace(change.of, change.slot);
    changes.push_back(change);
  }
  return changes;
}

}  // namespace fairslot
