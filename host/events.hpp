/// Events as problems and scenarios give them: what happens at the beginning of a slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "host/queues.hpp"
#include "kernels/problem.hpp"

namespace fairslot {

/// Its keys; which of them go together is for changes_of() to say.
struct GivenEvent {
  std::optional<std::int64_t> slot;
  std::optional<std::int64_t> server;
  std::optional<bool> up;
  std::optional<std::int64_t> user;
  std::optional<double> weight;
  std::optional<std::string> queue;
  std::optional<double> guarantee;
  std::optional<std::string> policy;
  bool operator==(GivenEvent const&) const = default;
};

/// What is wrong with an event: with a key of it, which it may lack.
struct EventError : std::runtime_error {
  EventError(std::size_t which, std::string of, std::string const& what)
      : std::runtime_error(what), event(which), key(std::move(of)) {}
  std::size_t event;
  std::string key;
};

/// What events may name.
struct Named {
  std::int64_t servers, users;
  std::vector<Queue> const& queues;
};

struct Changes {
  List<Change> by_slot;
  List<Policy> policies;  ///< that they name, in the order of the events
};

/// What the events change. Throws EventError.
Changes changes_of(std::vector<GivenEvent> const& events, Named const& named);

/// Throws PolicyError, one line, where the policy asks for what the problem has not, or cannot go
/// through its events.
void require_suited(Policy const& policy, Problem const& problem);

}  // namespace fairslot
