#include "host/record/audit_tables.hpp"

#include <algorithm>

namespace fairslot::record {
namespace {

using enum ColumnType;

constexpr std::size_t what_length = 40;  // bytes of a lie

Columns with_audit(std::vector<std::string> const& audits, Columns more) {
  more.insert(more.begin(), {"audit", i32, "", 0, audits});
  return after_point_and_sample(std::move(more));
}

}  // namespace

Sink audit_sink(std::vector<std::string> const& policies, std::vector<std::string> const& audits) {
  Columns const summary{
      {"violations", i64}, {"max_gap", f64}, {"final_gap", f64}, {"first_slot", i64, "slot"}};
  Columns witnesses{{"slot", i64, "slot"}, {"user", i32},        {"other", i32},
                    {"server", i32},       {"left", f64},        {"right", f64},
                    {"share", f64},        {"other_share", f64}, {"gap", f64}};
  witnesses.push_back(text_column("what", what_length));
  return {"audit",
          policies,
          {{"summary", with_audit(audits, summary)},
           {"series", with_audit(audits, {{"slot", i64, "slot"}, {"gap", f64}})},
           {"witnesses", with_audit(audits, witnesses)}}};
}

std::vector<Rows> audit_rows(int point, std::int64_t sample,
                             std::vector<audit::Finding> const& findings) {
  std::vector<Rows> rows(3);
  for (std::int32_t number = 0; audit::Finding const& finding : findings) {
    auto const put_place = [&](Rows& to) {
      to.put(std::int32_t{point}, static_cast<std::int32_t>(sample), number);
    };
    put_place(rows[0]);
    rows[0].put(finding.violations, finding.max_gap, finding.final_gap,
                finding.first_slot.value_or(-1));
    for (auto const& [slot, gap] : finding.series) {
      put_place(rows[1]);
      rows[1].put(slot, gap);
    }
    for (audit::Witness const& w : finding.witnesses) {
      put_place(rows[2]);
      rows[2].put(w.slot, w.user, w.other, w.gap.server, w.gap.left, w.gap.right, w.share,
                  w.other_share, w.gap.gap);
      rows[2].put_text(w.gap.what, what_length);
    }
    ++number;
  }
  return rows;
}

}  // namespace fairslot::record
