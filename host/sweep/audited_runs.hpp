/// Runs of a sweep on their way from the simulator to the recorder: those of a scenario with
/// audits are judged in between.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/audit/auditor.hpp"
#include "host/record/header.hpp"
#include "host/record/recorder.hpp"
#include "host/sweep/plan.hpp"
#include "host/sweep/sweep_runner.hpp"

namespace fairslot::sweep {

/// What the recorder has to keep room for: /audit, where the scenario has audits.
std::vector<record::Sink> audit_sinks(Plan const& plan, record::ResultHeader const& header);

class AuditedRuns {
 public:
  AuditedRuns(Plan const& plan, record::ResultHeader const& header, record::Recorder& recorder,
              SimulatorSettings const& settings);

  /// Records of a run that goes on; only without audits, which see a run whole.
  void add_part(SweepRun const& run, std::shared_ptr<Problem const> problem, Records&& records);
  /// A run that has ended, whatever its status. One that came to no end is not judged.
  void add(SweepRun const& run, std::shared_ptr<Problem const> problem, RunResult&& result);
  bool takes_parts() const { return !auditor_; }

  /// Judges on for about so many seconds, and records what is done.
  void advance(double seconds);
  bool idle() const { return !auditor_ || auditor_->idle(); }
  bool has_room() const { return !auditor_ || auditor_->has_room(); }

 private:
  struct Waiting {
    SweepRun run;
    std::shared_ptr<Problem const> problem;
  };

  int policy_of(SweepRun const& run) const;
  void record(Waiting&& of, audit::Audited&& audited);

  Plan const& plan_;
  record::ResultHeader const& header_;
  record::Recorder& recorder_;
  std::optional<audit::Auditor> auditor_;     ///< nullopt: no audits
  std::map<std::uint64_t, Waiting> waiting_;  ///< for their findings, by id
  std::uint64_t ids_ = 0;
};

}  // namespace fairslot::sweep
