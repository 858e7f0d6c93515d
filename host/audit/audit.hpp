/// An audit: a property of a run, judged from what the run did, slot by slot or at its end.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "host/audit/gaps.hpp"
#include "host/audit/playback.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::audit {

struct Info {
  std::string_view name, summary;
  std::string_view other = "";  ///< what `other` of a witness is; "": nothing
  bool is_standard = false;     ///< made where no audit is named
  bool of_users = true;         ///< other is a user
  int most_servers = 0;         ///< of a problem; 0: any number
};

/// What is audited: a problem under a policy.
struct Subject {
  std::shared_ptr<Problem const> problem;
  Policy policy;
  std::int64_t liars = 8;  ///< users whose lies are tried: the first so many
  Recording recording = {.slots = false, .queueing = false};  ///< picks besides
};

/// Another run that an audit needs; its problem is made when its turn comes.
struct Variant {
  std::function<std::shared_ptr<Problem const>()> problem;
  Policy policy;
  Recording recording = {.slots = false, .queueing = false};
};

class Audit {
 public:
  Audit() = default;
  Audit(Audit const&) = delete;
  Audit& operator=(Audit const&) = delete;
  virtual ~Audit() = default;

  /// Throws InputError, one line, where the subject is too large for it.
  virtual std::vector<Variant> variants(Subject const&) { return {}; }
  /// What variant number `index` came to; before anything is watched.
  virtual void take(std::size_t /*index*/, RunResult&&) {}
  /// Sets what has changed by the end of a slot.
  virtual void watch(Playback const&, Gaps&) {}
  /// After the last slot.
  virtual void conclude(Subject const&, RunResult const&, Gaps&) {}
};

}  // namespace fairslot::audit
