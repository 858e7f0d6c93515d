#include "host/sweep/audited_runs.hpp"

#include <utility>

#include "host/record/audit_tables.hpp"
#include "kernels/policy_spec.hpp"

namespace fairslot::sweep {
namespace {

constexpr std::size_t audit_sink_number = 0;

}  // namespace

std::vector<record::Sink> audit_sinks(Plan const& plan, record::ResultHeader const& header) {
  if (plan.scenario.audit.empty()) return {};
  record::Sink sink = record::audit_sink(header.policies, plan.scenario.audit);
  for (statistics::SweepPoint const& point : header.points)
    sink.at.push_back(point.policies.size());
  return {std::move(sink)};
}

AuditedRuns::AuditedRuns(Plan const& plan, record::ResultHeader const& header,
                         record::Recorder& recorder, SimulatorSettings const& settings)
    : plan_(plan), header_(header), recorder_(recorder) {
  if (!plan.scenario.audit.empty()) auditor_.emplace(plan.scenario.audit, settings);
}

int AuditedRuns::policy_of(SweepRun const& run) const {
  return header_.points[run.point].policies[run.policy];
}

void AuditedRuns::add_part(SweepRun const& run, std::shared_ptr<Problem const> problem,
                           Records&& records) {
  recorder_.add_part(run.point, run.sample, policy_of(run), std::move(problem), std::move(records));
}

void AuditedRuns::add(SweepRun const& run, std::shared_ptr<Problem const> problem,
                      RunResult&& result) {
  int const policy = policy_of(run);
  if (auditor_ && result.status == RunStatus::complete) {
    waiting_.emplace(ids_, Waiting{run, problem});
    Policy const own = in_sample(parse_policy(header_.policies[policy]), run.sample);
    audit::Subject subject{std::move(problem), own};
    subject.liars = plan_.scenario.audit_users.value_or(subject.liars);
    auditor_->add(ids_++, std::move(subject), std::move(result));
    return;
  }
  if (auditor_)
    recorder_.put(audit_sink_number, run.point, run.sample, policy, std::vector<record::Rows>(3),
                  record::Ending::failed);
  recorder_.add(run.point, run.sample, policy, std::move(problem), std::move(result));
}

void AuditedRuns::record(Waiting&& of, audit::Audited&& audited) {
  auto const& [point, sample, number] = of.run;
  int const policy = policy_of(of.run);
  if (!plan_.scenario.record.picks) audited.run.picks = {};
  recorder_.put(audit_sink_number, point, sample, policy,
                record::audit_rows(point, sample, audited.findings), record::Ending::whole);
  recorder_.add(point, sample, policy, std::move(of.problem), std::move(audited.run));
}

void AuditedRuns::advance(double seconds) {
  if (!auditor_) return;
  for (audit::Audited& audited : auditor_->advance(seconds))
    record(std::move(waiting_.extract(audited.id).mapped()), std::move(audited));
}

}  // namespace fairslot::sweep
