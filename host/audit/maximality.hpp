#pragma once

#include <map>

#include "host/audit/audit.hpp"

namespace fairslot::audit {

/// Nobody who waits finds room after a slot's picks.
class Maximality final : public Audit {
 public:
  static constexpr Info info{"maximality", "users whose next task has room somewhere, and waits",
                             "", true};

  void watch(Playback const& playback, Gaps& gaps) override;

 private:
  /// What was seen of tasks that are alike: they had no room in that slot.
  struct Alike {
    std::int64_t asked = 0;  ///< in this slot; 0: never
    std::int32_t server = -1;
  };
  std::int32_t room_of(Playback const& playback, int user);
  std::int32_t room_for(Playback const& playback, int user, int entry);

  std::int64_t before_ = 0;  // the slot watched before this one
  std::int64_t now_ = 0;
  std::map<std::array<int, 4>, Alike> known_;
  bool passes_ = false;
};

}  // namespace fairslot::audit
