#include "tests/audit/small_draft.hpp"

#include <random>

#include "host/audit/auditor.hpp"

namespace fairslot {
namespace {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  int roll(int least, int most) {
    return least + static_cast<int>(engine_() % static_cast<std::uint64_t>(most - least + 1));
  }
  bool once_in(int times) { return roll(1, times) == 1; }
  std::vector<std::int32_t> some_of(int count) {
    std::vector<std::int32_t> numbers;
    for (int i = 0; i < count; ++i)
      if (!once_in(3)) numbers.push_back(i);
    return numbers;
  }

 private:
  std::mt19937_64 engine_;
};

DraftJob job(Dice& dice, Draft const& draft) {
  DraftJob job{.submit = dice.roll(1, 6),
               .tasks = dice.roll(1, 9),
               .duration = dice.roll(1, 4),
               .demand = {},
               .servers = {},
               .label = {}};
  for (int r = 0; r < draft.resources; ++r) job.demand.push_back(dice.roll(r == 0 ? 1 : 0, 4));
  if (dice.once_in(3)) job.servers = dice.some_of(static_cast<int>(draft.servers.size()));
  if (dice.once_in(8)) job.terms.weight = dice.roll(1, 3);
  if (dice.once_in(8)) job.terms.per_server = dice.roll(1, 3);
  return job;
}

void add_events(Dice& dice, Draft& draft) {
  if (dice.once_in(3)) {
    std::int32_t const server = dice.roll(0, static_cast<int>(draft.servers.size()) - 1);
    int const down = dice.roll(1, 5);
    draft.changes.push_back({down, Change::What::server_down, server});
    draft.changes.push_back({down + dice.roll(1, 4), Change::What::server_up, server});
  }
  if (dice.once_in(3))
    draft.changes.push_back({10, Change::What::weight,
                             dice.roll(0, static_cast<int>(draft.users.size()) - 1),
                             static_cast<double>(dice.roll(1, 4))});
}

}  // namespace

Draft small_draft(std::uint64_t seed) {
  Dice dice(seed);
  Draft draft;
  draft.resources = dice.roll(1, 3);
  draft.horizon = dice.once_in(2) ? dice.roll(1, 12) : 0;
  for (int m = dice.roll(1, 4); m > 0; --m) {
    auto& capacity = draft.servers.emplace_back();
    for (int r = 0; r < draft.resources; ++r) capacity.push_back(dice.roll(3, 12));
  }
  for (int u = dice.roll(1, 5); u > 0; --u) {
    DraftUser user{dice.once_in(3) ? dice.roll(1, 3) : 1.0};
    for (int j = dice.roll(1, 3); j > 0; --j) user.jobs.push_back(job(dice, draft));
    if (dice.once_in(3)) user.own = dice.some_of(static_cast<int>(draft.servers.size()));
    if (dice.once_in(8)) user.leave = dice.roll(2, 8);
    draft.users.push_back(std::move(user));
  }
  if (dice.once_in(2)) add_events(dice, draft);
  if (dice.once_in(3))
    for (std::size_t m = 0; m < draft.servers.size(); ++m)
      draft.speeds.push_back(dice.roll(1, 4) / 2.0);
  return draft;
}

audit::Finding found(Draft const& draft, std::string const& policy, std::string const& audit) {
  audit::Auditor auditor({audit}, {});
  auditor.add(0, {std::make_shared<Problem const>(build(draft)), parse_policy(policy)});
  std::vector<audit::Audited> done;
  while (!auditor.idle())
    for (audit::Audited& audited : auditor.advance()) done.push_back(std::move(audited));
  return std::move(done.at(0).findings.at(0));
}

}  // namespace fairslot
