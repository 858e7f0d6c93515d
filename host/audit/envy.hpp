#pragma once

#include <map>

#include "host/audit/audit.hpp"

namespace fairslot::audit {

/// Envy of what runs: nobody who waits could run more tasks with what another one holds.
class Envy final : public Audit {
 public:
  static constexpr Info info{
      "envy", "tasks that a user who waits could run more with what another one holds",
      "who is envied"};

  void watch(Playback const& playback, Gaps& gaps) override;

 private:
  using Usage = std::map<int, Amounts>;  // of running tasks, by place
  void look(Playback const& playback, int user, Gaps& gaps) const;

  List<Usage> usage_;  // [N]
};

}  // namespace fairslot::audit
