/// One run: an instance under a scheduler, event by event. At equal times, in this order: ends of
/// stages (by server, then by start), changes of background, arrivals (by job) and ends of waits,
/// samples, updates, one pass of the scheduler.
#pragma once

#include <functional>
#include <memory>

#include "host/stages/background.hpp"
#include "host/stages/outcome.hpp"
#include "host/stages/scheduler.hpp"

namespace fairslot::stages {

/// What a run is given besides its instance.
struct Terms {
  SchedulerName scheduler = SchedulerName::fgm;
  Settings settings;
  OnOff background;
  bool by_worker = false;  ///< workers are watched at every sample
};

/// Who looks on.
struct Spectator {
  Listener match = nullptr;
  std::function<bool()> stop = [] { return false; };
  /// After every event.
  std::function<void(double time, std::vector<Server> const&)> event = nullptr;
};

/// Who decides; tests have another one.
using MakeScheduler = std::function<std::unique_ptr<Scheduler>(
    Instance const&, SchedulerName, Settings const&, std::vector<Server>&, Decisions&, Listener)>;

Outcome simulate(Instance const&, Terms const&, Spectator const& = {});
Outcome simulate(Instance const&, Terms const&, Spectator const&, MakeScheduler const&);

}  // namespace fairslot::stages
