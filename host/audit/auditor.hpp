/// Runs with their audits: what they need of other runs goes into one batch with them.
#pragma once

#include <deque>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "host/audit/audit.hpp"

namespace fairslot::audit {

/// What became of a subject.
struct Audited {
  std::uint64_t id;
  RunResult run;                  ///< of the subject itself, with its picks
  std::vector<Finding> findings;  ///< of the audits, in their order
};

class Auditor {
 public:
  /// `audits`: names.
  Auditor(std::vector<std::string> audits, SimulatorSettings const& settings);
  ~Auditor();

  /// A subject waits until it has its turn.
  void add(std::uint64_t id, Subject subject);
  /// One whose run has come to its end, with all its picks.
  void add(std::uint64_t id, Subject subject, RunResult&& run);
  bool idle() const;
  /// Little waits: a further subject may come.
  bool has_room() const;
  /// One launch of about so many seconds. Returns what is done, in no particular order. Throws
  /// std::runtime_error, one line, where a run comes to no end.
  std::vector<Audited> advance(double seconds = 0.2);
  /// Tasks that have started in all runs.
  std::int64_t tasks_started() const { return started_ + simulator_.resident_started(); }

 private:
  struct Part;
  struct Case;

  Case begun(std::uint64_t id, Subject subject);
  void feed();
  void take(RunResult&& result);
  void start_judging(Case&& all);
  static Audited judge(Case&& all);

  std::vector<std::string> names_;
  Check check_;
  Simulator simulator_;
  std::map<std::uint64_t, Case> cases_;  // by number
  std::deque<Part> waiting_;
  std::map<std::uint64_t, Part> running_;  // by id in the simulator
  std::vector<std::future<Audited>> judged_;
  std::uint64_t cases_made_ = 0, parts_made_ = 0;
  std::int64_t started_ = 0;
};

}  // namespace fairslot::audit
