#include "host/audit/maximality.hpp"

namespace fairslot::audit {
namespace {

constexpr std::int32_t nowhere = -2, in_the_pool = -1;

}  // namespace

/// The lowest server with room for such a task: those where there was none need not be asked again.
std::int32_t Maximality::room_for(Playback const& playback, int user, int entry) {
  Alike& alike = known_[playback.problem().pair(user, entry)];
  if (alike.asked == now_) return alike.server;
  bool const was_nowhere = alike.asked > 0 && alike.asked == before_ && alike.server == nowhere;
  alike = {now_, nowhere};
  auto const ask = [&](std::int32_t place) {
    if (!playback.has_room(user, entry, place)) return false;
    alike.server = playback.is_pool() ? in_the_pool : place;
    return true;
  };
  if (was_nowhere) {
    for (std::int32_t const place : playback.opened())
      if (ask(place)) break;
  } else {
    for (std::int32_t place = 0; place < playback.places(); ++place)
      if (ask(place)) break;
  }
  return alike.server;
}

std::int32_t Maximality::room_of(Playback const& playback, int user) {
  if (!passes_ || playback.is_blocked(user))
    return room_for(playback, user, playback.next_entry(user));
  for (int e = playback.next_entry(user); e < playback.end_of_queue(user); ++e) {
    if (playback.queued(e) == 0 || playback.skipped(e)) continue;
    if (std::int32_t const server = room_for(playback, user, e); server != nowhere) return server;
  }
  return nowhere;
}

void Maximality::watch(Playback const& playback, Gaps& gaps) {
  now_ = playback.slot();
  passes_ = playback.passes_over();
  for (int user = 0; user < playback.problem().users(); ++user) {
    std::int32_t const server = playback.has_queue(user) ? room_of(playback, user) : nowhere;
    gaps.set(now_, user, -1, {server == nowhere ? 0.0 : 1.0, not_any, not_any, server});
  }
  before_ = now_;
}

}  // namespace fairslot::audit
