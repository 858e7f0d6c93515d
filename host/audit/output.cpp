#include "host/audit/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "host/audit/audits.hpp"

namespace fairslot::audit {
namespace {

using json = nlohmann::ordered_json;

json or_null(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }
json index_or_null(std::int32_t index) { return index >= 0 ? json(index) : json(nullptr); }

json to_json(Witness const& witness) {
  json one{{"slot", witness.slot},
           {"user", index_or_null(witness.user)},
           {"other", index_or_null(witness.other)},
           {"server", index_or_null(witness.gap.server)},
           {"left", or_null(witness.gap.left)},
           {"right", or_null(witness.gap.right)},
           {"share", or_null(witness.share)},
           {"other_share", or_null(witness.other_share)},
           {"gap", witness.gap.gap}};
  if (!witness.gap.what.empty()) one["what"] = witness.gap.what;
  return one;
}

json to_json(Finding const& finding) {
  json witnesses = json::array();
  for (Witness const& witness : finding.witnesses) witnesses.push_back(to_json(witness));
  return {{"audit", finding.audit},
          {"violations", finding.violations},
          {"max_gap", finding.max_gap},
          {"final_gap", finding.final_gap},
          {"first_slot", finding.first_slot ? json(*finding.first_slot) : json(nullptr)},
          {"witnesses", std::move(witnesses)}};
}

/// The largest gap in words.
std::string words(Finding const& finding) {
  if (finding.witnesses.empty()) return "";
  Witness const& worst = finding.witnesses.front();
  Info const& info = info_of(finding.audit);
  std::string text = fmt::format("user {}", worst.user);
  if (worst.other >= 0 && worst.other != worst.user)
    text += fmt::format(", {} {}", info.of_users ? "user" : "resource", worst.other);
  if (worst.gap.server >= 0) text += fmt::format(", server {}", worst.gap.server);
  if (!worst.gap.what.empty()) text += ": " + worst.gap.what;
  return text + fmt::format(", slot {}", worst.slot);
}

std::string run_of(Verdict const& verdict) {
  std::string text = verdict.policy;
  if (verdict.point) text += fmt::format(" point {}", *verdict.point);
  if (verdict.sample) text += fmt::format(" sample {}", *verdict.sample);
  return text;
}

}  // namespace

std::string to_json(std::vector<Verdict> const& verdicts) {
  json policies = json::array();
  for (Verdict const& verdict : verdicts) {
    json one{{"name", verdict.policy}};
    if (verdict.point) one["point"] = *verdict.point;
    if (verdict.sample) one["sample"] = *verdict.sample;
    json audits = json::array();
    for (Finding const& finding : verdict.findings) audits.push_back(to_json(finding));
    one["audits"] = std::move(audits);
    policies.push_back(std::move(one));
  }
  return json{{"policies", std::move(policies)}}.dump() + "\n";
}

std::string to_table(std::vector<Verdict> const& verdicts) {
  std::size_t width = 6;
  for (Verdict const& verdict : verdicts) width = std::max(width, run_of(verdict).size());
  std::string text =
      fmt::format("{:<{}}  {:<10}  {:>10}  {:>10}  {:>10}  {:>10}  {}\n", "policy", width, "audit",
                  "violations", "max gap", "final gap", "first slot", "the largest gap");
  for (Verdict const& verdict : verdicts)
    for (Finding const& finding : verdict.findings) {
      std::string const worst = words(finding);
      text +=
          fmt::format("{:<{}}  {:<10}  {:>10}  {:>10.6g}  {:>10.6g}  {:>10}{}\n", run_of(verdict),
                      width, finding.audit, finding.violations, finding.max_gap, finding.final_gap,
                      finding.first_slot ? fmt::format("{}", *finding.first_slot) : "-",
                      worst.empty() ? "" : "  " + worst);
    }
  return text;
}

}  // namespace fairslot::audit
