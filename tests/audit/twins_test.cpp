// Audits of slots against the same by plain loops: gaps equal as doubles, witnesses equal.
#include <algorithm>
#include <sstream>
#include <tuple>

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/audit/small_draft.hpp"
#include "tests/oracle/audits.hpp"
#include "tests/oracle/oracle.hpp"

namespace fairslot {
namespace {

using audit::Finding;
using audit::Witness;

std::string text_of(PlainGap const& g) {
  std::ostringstream out;
  out.precision(17);
  out << g.slot << ' ' << g.user << ' ' << g.other << ' ' << g.server << ' ' << g.gap << ' ';
  g.left == g.left ? out << g.left << ' ' << g.right : out << "-";
  return out.str();
}

PlainGap plain(Witness const& w) {
  return {w.slot, w.user, w.other, w.gap.gap, w.gap.left, w.gap.right, w.gap.server};
}

/// What a Finding says, from all gaps.
void expect_same(Finding const& finding, std::vector<PlainGap> gaps, std::int64_t last_slot) {
  std::vector<std::pair<std::int64_t, double>> series;
  double final_gap = 0;
  for (std::int64_t slot = 1; slot <= last_slot; ++slot) {
    double largest = 0;
    for (PlainGap const& gap : gaps)
      if (gap.slot == slot) largest = std::max(largest, gap.gap);
    if (largest != final_gap) series.emplace_back(slot, final_gap = largest);
  }
  std::ranges::stable_sort(
      gaps, {}, [](PlainGap const& g) { return std::tuple(-g.gap, g.slot, g.user, g.other); });
  RC_ASSERT(finding.series == series);
  RC_ASSERT(finding.final_gap == final_gap);
  RC_ASSERT(finding.violations == std::int64_t(gaps.size()));
  RC_ASSERT(finding.max_gap == (gaps.empty() ? 0 : gaps.front().gap));
  auto const first = std::ranges::min_element(gaps, {}, &PlainGap::slot);
  RC_ASSERT(finding.first_slot.value_or(0) == (gaps.empty() ? 0 : first->slot));
  RC_ASSERT(finding.witnesses.size() == std::min<std::size_t>(gaps.size(), 10));
  for (std::size_t i = 0; i < finding.witnesses.size(); ++i)
    RC_ASSERT(text_of(plain(finding.witnesses[i])) == text_of(gaps[i]));
}

constexpr char const* by_first_fit[] = {"tvtsf:fit=first", "tsf:fit=first,backfill=1", "cmmf",
                                        "cdrf:fit=first,skip_unplaceable=1", "drfh:fit=first"};
constexpr char const* any_fit[] = {"tvtsf",
                                   "cdrf",
                                   "drf",
                                   "drf:strict=1",
                                   "drfh:permitted=ignore",
                                   "tsf",
                                   "fifo",
                                   "eunomia",
                                   "lt_drf",
                                   "sdrf:fit=pool",
                                   "tsf:memory=slot,skip_unplaceable=1"};

bool takes(std::string const& policy, Draft const& draft) {
  bool const is_pool = policy.starts_with("drf:") || policy == "drf" || policy == "sdrf:fit=pool";
  return !is_pool || std::ranges::none_of(draft.changes, &Change::is_of_server);
}

void compare(std::string const& audit, std::string const& policy, Draft const& draft) {
  if (!takes(policy, draft)) return;
  RunResult const run = oracle(build(draft), parse_policy(policy), {.slots = false, .picks = true});
  Finding const finding = found(draft, policy, audit);
  expect_same(finding, plain_gaps(audit, draft, parse_policy(policy), run), run.slots);
  if (run.blocked.empty() &&
      std::ranges::all_of(draft.users,
                          [](DraftUser const& user) {
                            return std::ranges::all_of(
                                user.jobs, [](auto& job) { return job.terms.weight == 0; });
                          }) &&
      draft.changes.empty() && policy.find("skip") == std::string::npos)
    for (Witness const& witness : finding.witnesses) {
      RC_ASSERT(witness.share == plain_share(draft, run, witness.user, witness.slot));
      if (witness.other >= 0)
        RC_ASSERT(witness.other_share == plain_share(draft, run, witness.other, witness.slot));
    }
}

template <std::size_t n>
void compare_with(std::string const& audit, char const* const (&policies)[n]) {
  Draft const draft = small_draft(*rc::gen::arbitrary<std::uint64_t>());
  std::string const policy = policies[*rc::gen::inRange<std::size_t>(0, n)];
  RC_LOG() << policy << '\n' << draft;
  compare(audit, policy, draft);
}

RC_GTEST_PROP(AuditTwins, SharingIncentive, ()) { compare_with("si", by_first_fit); }
RC_GTEST_PROP(AuditTwins, SplitIncentive, ()) { compare_with("si_split", by_first_fit); }
RC_GTEST_PROP(AuditTwins, Maximality, ()) { compare_with("maximality", any_fit); }
RC_GTEST_PROP(AuditTwins, EnvyUpToOwn, ()) { compare_with("ef1", any_fit); }
RC_GTEST_PROP(AuditTwins, EnvyUpToOther, ()) { compare_with("ef1_j", any_fit); }
RC_GTEST_PROP(AuditTwins, EnvyOverTime, ()) { compare_with("ef1_time", any_fit); }
RC_GTEST_PROP(AuditTwins, Envy, ()) { compare_with("envy", any_fit); }

/// That job is left out in the slots before the user leaves, too.
TEST(AuditTwins, AUserLeavesWhoseFirstJobFitsNowhere) {
  Draft const draft = small_draft(6522782757299278324);
  for (char const* const audit : {"ef1", "ef1_j", "ef1_time"})
    compare(audit, "tsf:memory=slot,skip_unplaceable=1", draft);
}

}  // namespace
}  // namespace fairslot
