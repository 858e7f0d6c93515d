#include "host/audit/envy.hpp"

#include <algorithm>
#include <limits>

#include "host/audit/worth.hpp"

namespace fairslot::audit {

void Envy::look(Playback const& playback, int user, Gaps& gaps) const {
  Problem const& p = playback.problem();
  int const head = playback.head(user);
  double const own = static_cast<double>(playback.running(user)) / judged_weight(playback, user);
  for (int other = 0; other < p.users(); ++other) {
    if (other == user) continue;
    std::int64_t tasks = 0;
    for (auto const& [place, amounts] : usage_[other])
      if (playback.permits(head, place))
        tasks += tasks_in(amounts, p.demand_of(p.demand[head]), p.resources);
    double const theirs = static_cast<double>(tasks) / judged_weight(playback, other);
    gaps.set(playback.slot(), user, other, {std::max(0.0, theirs - own), theirs, own});
  }
}

void Envy::watch(Playback const& playback, Gaps& gaps) {
  Problem const& p = playback.problem();
  usage_.assign(p.weight.size(), {});
  for (auto const& [end, all] : playback.calendar())
    for (Playback::Tasks const& tasks : all)
      for (int r = 0; r < p.resources; ++r)
        usage_[tasks.pick.user][tasks.place][r] +=
            tasks.count * p.demand_of(p.demand[tasks.pick.entry])[r];
  for (int user = 0; user < p.users(); ++user)
    if (playback.has_queue(user) && playback.head(user) >= 0)
      look(playback, user, gaps);
    else
      gaps.clear(playback.slot(), user);
}

}  // namespace fairslot::audit
